import { useCallback, useEffect, useMemo, useState } from 'react'
import { draftKey, draftText, removeDraft, restoreDraft, storeDraft } from './draft-storage.ts'
import { useSession } from '../session/session.ts'
import { useCreateAttempt } from './use-create-attempt.ts'

/** The last known saved state; something new has no version. */
export interface SavedDraft<Draft> {
  draft: Draft
  version: number | null
}

interface DraftKind<Draft> {
  isDraft: (value: unknown) => value is Draft
  /** Adds what stored drafts of earlier versions of the app lack. */
  upgrade?: (draft: object) => object
  /** The input that a draft would save, as text. Drafts with the same text count as equal. */
  textOf?: (draft: Draft) => string
}

export type DraftState<Draft> = ReturnType<typeof useDraft<Draft>>

/** A form's draft, its saved state, and whether they differ. Unsaved changes survive a reload. */
export function useDraft<Draft>(
  saved: SavedDraft<Draft>,
  storageKey: string,
  { isDraft, upgrade, textOf = draftText }: DraftKind<Draft>,
) {
  const [restored] = useState(() => restoreDraft(storageKey, isDraft, upgrade))
  const [fresh] = useState(saved)
  const [base, setBase] = useState<SavedDraft<Draft>>(
    restored ? { draft: restored.base, version: restored.version } : fresh,
  )
  const [draft, setDraft] = useState(restored?.draft ?? fresh.draft)
  const [wasRestored, setWasRestored] = useState(restored !== null)
  const [isSettled, setIsSettled] = useState(false)
  const attempt = useCreateAttempt(storageKey)

  const savedText = useMemo(() => textOf(base.draft), [base, textOf])
  const isDirty = !isSettled && textOf(draft) !== savedText
  useEffect(() => {
    if (isDirty) storeDraft(storageKey, { draft, base: base.draft, version: base.version })
    else removeDraft(storageKey)
  }, [draft, base, isDirty, storageKey])

  /** Continues from a new saved state, with `next` in the form. */
  const startFrom = useCallback((current: SavedDraft<Draft>, next: Draft) => {
    setBase(current)
    setDraft(next)
    setWasRestored(false)
  }, [])

  return {
    draft,
    setDraft,
    base,
    setBase,
    isDirty,
    wasRestored,
    startFrom,
    attempt,
    discard: () => {
      attempt.forget()
      startFrom(fresh, fresh.draft)
    },
    /** Marks everything as saved. */
    settled: () => {
      attempt.forget()
      removeDraft(storageKey)
      setIsSettled(true)
    },
  }
}

/** The storage key of the signed-in host's unsaved draft; the id is null for something new. */
export function useDraftKey(kind: Parameters<typeof draftKey>[0], id: string | null) {
  const session = useSession()
  return draftKey(kind, session.status === 'signedIn' ? session.user.id : '', id)
}
