import { useEffect, useState } from 'react'
import { draftErrors, type DraftErrors } from './event-errors.ts'
import { removeDraft, restoreDraft, storeDraft } from './draft-storage.ts'
import type { EventDraft } from './event-draft.ts'

export type ChangeDraft = (part: Partial<EventDraft>) => void

/** The state of the form: what it holds, what is wrong with it, and whether it differs from what is saved. */
export function useEventForm(saved: EventDraft, storageKey: string) {
  const [initial] = useState(saved)
  const [restored] = useState(() => restoreDraft(storageKey, saved))
  const [draft, setDraft] = useState(restored ?? initial)
  const [wasRestored, setWasRestored] = useState(restored !== null)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [serverErrors, setServerErrors] = useState<DraftErrors>({})
  const [isSaved, setIsSaved] = useState(false)

  const isDirty = !isSaved && JSON.stringify(draft) !== JSON.stringify(initial)
  useEffect(() => {
    if (isDirty) storeDraft(storageKey, draft)
    else removeDraft(storageKey)
  }, [draft, isDirty, storageKey])

  const errors = draftErrors(draft)
  // What is still empty is no error before the host has tried to save; what contradicts itself is one at once.
  const { title, ...atOnce } = errors
  const shown: DraftErrors = { ...serverErrors, ...atOnce, ...(isSubmitted && title ? { title } : {}) }

  return {
    draft,
    errors,
    shown,
    isDirty,
    wasRestored,
    change: (part: Partial<EventDraft>) => {
      setDraft((current) => ({ ...current, ...part }))
      setServerErrors((current) =>
        Object.fromEntries(Object.entries(current).filter(([field]) => !(field in part))),
      )
    },
    discard: () => {
      setDraft(initial)
      setWasRestored(false)
    },
    submitted: () => setIsSubmitted(true),
    refused: setServerErrors,
    /** From here on there is nothing left to lose. */
    settled: () => {
      removeDraft(storageKey)
      setIsSaved(true)
    },
  }
}
