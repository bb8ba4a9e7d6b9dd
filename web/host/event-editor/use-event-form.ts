import { useState } from 'react'
import { weekdays } from '../../../contract/weekly-availability.ts'
import { hasShapeOf } from '../drafts/draft-storage.ts'
import { type SavedDraft, useDraft } from '../drafts/use-draft.ts'
import { draftErrors, type DraftErrors } from './event-errors.ts'
import type { EventDraft } from './event-draft.ts'
import { newDraft } from './event-fields.ts'
import { areUsedDrafts } from './used-collections.ts'

export type ChangeDraft = (part: Partial<EventDraft>) => void
export type SavedEvent = SavedDraft<EventDraft>

const model = newDraft()
const isDraft = (value: unknown): value is EventDraft =>
  hasShapeOf(model, value) &&
  weekdays.every((day) => Array.isArray(value.week[day]?.slots)) &&
  areUsedDrafts(value.collections)

/** The form's state: its draft, its errors, and whether it differs from the saved event. */
export function useEventForm(saved: SavedEvent, storageKey: string) {
  const { draft, setDraft, base, isDirty, wasRestored, startFrom, discard, settled } = useDraft(
    saved,
    storageKey,
    { isDraft },
  )
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [serverErrors, setServerErrors] = useState<DraftErrors>({})

  const errors = draftErrors(draft)
  // Empty fields are errors only after an attempt to save; contradictions are errors immediately.
  const { title, ...atOnce } = errors
  const shown: DraftErrors = { ...serverErrors, ...atOnce, ...(isSubmitted && title ? { title } : {}) }

  return {
    draft,
    base,
    errors,
    shown,
    isDirty,
    wasRestored,
    settled,
    startFrom: (current: SavedEvent, next: EventDraft) => {
      startFrom(current, next)
      setServerErrors({})
    },
    change: (part: Partial<EventDraft>) => {
      setDraft((current) => ({ ...current, ...part }))
      setServerErrors((current) =>
        Object.fromEntries(Object.entries(current).filter(([field]) => !(field in part))),
      )
    },
    discard: () => {
      discard()
      setServerErrors({})
    },
    submitted: () => setIsSubmitted(true),
    refused: setServerErrors,
  }
}
