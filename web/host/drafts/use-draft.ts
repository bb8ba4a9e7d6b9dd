import { useCallback, useEffect, useMemo, useState } from 'react'
import { draftKey, removeDraft, restoreDraft, storeDraft } from './draft-storage.ts'
import { useSession } from '../session/session.ts'

/** What is saved on the server, as a form last heard of it; what is new has no version. */
export interface SavedDraft<Draft> {
  draft: Draft
  version: number | null
}

interface DraftKind<Draft> {
  isDraft: (value: unknown) => value is Draft
  /** What would be saved of a draft, as text: two with the same are the same to the host. */
  textOf?: (draft: Draft) => string
}

export type DraftState<Draft> = ReturnType<typeof useDraft<Draft>>

/** What a form holds, what of it is saved, and whether the two differ. What is unsaved outlives a reload. */
export function useDraft<Draft>(
  saved: SavedDraft<Draft>,
  storageKey: string,
  { isDraft, textOf = JSON.stringify }: DraftKind<Draft>,
) {
  const [restored] = useState(() => restoreDraft(storageKey, isDraft))
  const [fresh] = useState(saved)
  const [base, setBase] = useState<SavedDraft<Draft>>(
    restored ? { draft: restored.base, version: restored.version } : fresh,
  )
  const [draft, setDraft] = useState(restored?.draft ?? fresh.draft)
  const [wasRestored, setWasRestored] = useState(restored !== null)
  const [isSettled, setIsSettled] = useState(false)

  const savedText = useMemo(() => textOf(base.draft), [base, textOf])
  const isDirty = !isSettled && textOf(draft) !== savedText
  useEffect(() => {
    if (isDirty) storeDraft(storageKey, { draft, base: base.draft, version: base.version })
    else removeDraft(storageKey)
  }, [draft, base, isDirty, storageKey])

  /** Goes on from what is saved now, with `next` in the form. */
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
    discard: () => startFrom(fresh, fresh.draft),
    /** From here on there is nothing left to lose. */
    settled: () => {
      removeDraft(storageKey)
      setIsSettled(true)
    },
  }
}

/** Where the unsaved draft of the signed-in host is kept; the id is null for what is new. */
export function useDraftKey(kind: Parameters<typeof draftKey>[0], id: string | null) {
  const session = useSession()
  return draftKey(kind, session.status === 'signedIn' ? session.user.id : '', id)
}
