import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { EventPreviewInput } from '../../../../../contract/events/event.schema.ts'
import { CallFailed } from '../../../../../contract/api/client.ts'
import { eventPreviewQuery } from '../../../data/event-calls.ts'
import type { EventDraft } from '../event-draft.ts'
import { draftErrors } from '../event-errors.ts'
import { inputFrom } from '../draft-mapping.ts'

const PAUSE_MS = 400

export interface PreviewedEvent {
  /** Null for a new event. */
  eventId: string | null
  draft: EventDraft
  /** The calendar to save; null leaves it to the server. */
  calendarId: string | null
}

/**
 * The page of a draft once its host has paused, in somebody's zone and time format. The last one while the draft has
 * errors.
 */
export function useEventPreview(
  { eventId, draft, calendarId }: PreviewedEvent,
  viewer: EventPreviewInput['viewer'],
) {
  const hasErrors = Object.keys(draftErrors(draft)).some((field) => !isLeftOut(field))
  const asked = hasErrors ? null : JSON.stringify(inputOf({ eventId, draft, calendarId }, viewer))
  const [settled, setSettled] = useState(asked)
  useEffect(() => {
    if (asked === null || settled === asked) return undefined
    const timer = setTimeout(setSettled, PAUSE_MS, asked)
    return () => clearTimeout(timer)
  }, [settled, asked])
  const { data, error, isPlaceholderData, refetch } = useQuery(eventPreviewQuery(settled))
  const isRefused = error instanceof CallFailed && error.status === 400
  return {
    page: data ?? null,
    /** Why the page isn't the draft's, and whether trying again may help. */
    problem: hasErrors
      ? { text: 'Fix the marked fields to update the preview.', retry: null }
      : isRefused
        ? { text: Object.values(error.fields)[0] ?? error.message, retry: null }
        : error === null
          ? null
          : { text: 'We couldn’t update the preview.', retry: () => void refetch() },
    isOutdated: settled !== asked || isPlaceholderData || error !== null,
  }
}

/** A title can follow later, and nobody is asked anything before they choose a time. */
const isLeftOut = (field: string) => field === 'title' || field === 'collections'

function inputOf(
  { eventId, draft, calendarId }: PreviewedEvent,
  viewer: EventPreviewInput['viewer'],
): EventPreviewInput {
  const { customFieldsCollections: _, labelIds: __, ...event } = inputFrom(draft, calendarId)
  return {
    ...(eventId !== null && { eventId }),
    event: { ...event, title: event.title || 'Untitled event' },
    viewer,
  }
}
