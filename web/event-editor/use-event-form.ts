import { useEffect, useState } from 'react'
import { draftErrors, type DraftErrors } from './event-errors.ts'
import { removeDraft, restoreDraft, storeDraft } from './draft-storage.ts'
import type { EventDraft } from './event-draft.ts'

export type ChangeDraft = (part: Partial<EventDraft>) => void

/** What is saved on the server, as the form last heard of it; a new event has no version. */
export interface SavedDraft {
  draft: EventDraft
  version: number | null
}

/** The state of the form: what it holds, what is wrong with it, and whether it differs from what is saved. */
export function useEventForm(saved: SavedDraft, storageKey: string) {
  const [restored] = useState(() => restoreDraft(storageKey, saved.draft))
  const [fresh] = useState(saved)
  const [base, setBase] = useState<SavedDraft>(
    restored ? { draft: restored.base, version: restored.version } : fresh,
  )
  const [draft, setDraft] = useState(restored?.draft ?? fresh.draft)
  const [wasRestored, setWasRestored] = useState(restored !== null)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [serverErrors, setServerErrors] = useState<DraftErrors>({})
  const [isSaved, setIsSaved] = useState(false)

  const isDirty = !isSaved && JSON.stringify(draft) !== JSON.stringify(base.draft)
  useEffect(() => {
    if (isDirty) storeDraft(storageKey, { draft, base: base.draft, version: base.version })
    else removeDraft(storageKey)
  }, [draft, base, isDirty, storageKey])

  const errors = draftErrors(draft)
  // What is still empty is no error before the host has tried to save; what contradicts itself is one at once.
  const { title, ...atOnce } = errors
  const shown: DraftErrors = { ...serverErrors, ...atOnce, ...(isSubmitted && title ? { title } : {}) }

  /** Goes on from what is saved now, with `next` in the form. */
  function startFrom(current: SavedDraft, next: EventDraft) {
    setBase(current)
    setDraft(next)
    setWasRestored(false)
    setServerErrors({})
  }

  return {
    draft,
    base,
    errors,
    shown,
    isDirty,
    wasRestored,
    startFrom,
    change: (part: Partial<EventDraft>) => {
      setDraft((current) => ({ ...current, ...part }))
      setServerErrors((current) =>
        Object.fromEntries(Object.entries(current).filter(([field]) => !(field in part))),
      )
    },
    discard: () => startFrom(fresh, fresh.draft),
    submitted: () => setIsSubmitted(true),
    refused: setServerErrors,
    /** From here on there is nothing left to lose. */
    settled: () => {
      removeDraft(storageKey)
      setIsSaved(true)
    },
  }
}
