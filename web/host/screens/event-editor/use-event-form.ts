import { useCallback, useState } from 'react'
import { type SavedDraft, useDraft } from '../../parts/drafts/use-draft.ts'
import { draftErrors, type DraftErrors } from './event-errors.ts'
import type { EventDraft } from './event-draft.ts'
import { isDraft, upgradeDraft } from './stored-draft.ts'

export type ChangeDraft = (part: Partial<EventDraft>) => void
export type SavedEvent = SavedDraft<EventDraft>

/** The form's state: its draft, its errors, and whether it differs from the saved event. */
export function useEventForm(saved: SavedEvent, storageKey: string) {
  const { draft, setDraft, base, isDirty, wasRestored, startFrom, attempt, discard, settled } = useDraft(
    saved,
    storageKey,
    { isDraft, upgrade: upgradeDraft },
  )
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [serverErrors, setServerErrors] = useState<DraftErrors>({})

  const errors = draftErrors(draft)
  // Empty fields are errors only after an attempt to save; contradictions are errors immediately.
  const { title, ...atOnce } = errors
  const shown: DraftErrors = { ...serverErrors, ...atOnce, ...(isSubmitted && title ? { title } : {}) }

  const change = useCallback(
    (part: Partial<EventDraft>) => {
      setDraft((current) => ({ ...current, ...part }))
      setServerErrors((current) =>
        Object.fromEntries(
          Object.entries(current).filter(([field]) => !((field.split('.')[0] ?? '') in part)),
        ),
      )
    },
    [setDraft],
  )

  return {
    draft,
    base,
    errors,
    shown,
    isDirty,
    wasRestored,
    attempt,
    settled,
    startFrom: (current: SavedEvent, next: EventDraft) => {
      startFrom(current, next)
      setServerErrors({})
    },
    change,
    discard: () => {
      discard()
      setServerErrors({})
    },
    submitted: () => setIsSubmitted(true),
    refused: setServerErrors,
  }
}
