import { useState } from 'react'
import { CallFailed } from '../../../contract/client.ts'
import { useAttemptKey } from '../../data/use-attempt-key.ts'
import { SessionExpired } from '../data/api.ts'
import type { DraftState, SavedDraft } from '../drafts/use-draft.ts'
import { areInputsEqual } from './input-equality.ts'
import { useProblems } from './use-problems.ts'

interface EditorOptions<Draft, Input extends object, Saved> {
  form: Pick<DraftState<Draft>, 'draft' | 'base' | 'startFrom'>
  /** Shows a draft's errors; false if it can't be saved. */
  validate: (draft: Draft) => boolean
  inputFrom: (draft: Draft) => Input
  /** The input for what is already saved. */
  savedInputFrom?: (draft: Draft) => Input
  create: (input: Input, idempotencyKey: string) => Promise<Saved>
  /** Null for something new. */
  existing: {
    update: (input: Input & { version?: number }) => Promise<Saved>
    load: () => Promise<Saved>
  } | null
  savedFrom: (saved: Saved) => SavedDraft<Draft>
  /** Merges the changes that `mine` made to `base` into `theirs`. */
  merge: (base: Draft, mine: Draft, theirs: Draft) => Draft
  onSaved: (saved: Saved) => Promise<void>
  /** Shows why saving failed and returns messages without a place in the form. */
  onRefused: (error: unknown, sent: Draft) => string[]
}

/**
 * Saves an editor's draft. If it was saved elsewhere since it was opened, nothing is overwritten, and `conflict`
 * contains the saved state until the host chooses.
 */
export function useEditor<Draft, Input extends object, Saved>({
  form,
  validate,
  inputFrom,
  savedInputFrom = inputFrom,
  create,
  existing,
  savedFrom,
  merge,
  onSaved,
  onRefused,
}: EditorOptions<Draft, Input, Saved>) {
  const { problems, setProblems, summary } = useProblems()
  const [isSaving, setIsSaving] = useState(false)
  const [conflict, setConflict] = useState<SavedDraft<Draft> | null>(null)
  const attemptKey = useAttemptKey()

  async function save(draft: Draft, version: number | null) {
    if (!validate(draft)) return setProblems([])
    setIsSaving(true)
    setProblems(null)
    const input = inputFrom(draft)
    try {
      await onSaved(
        existing === null
          ? await create(input, attemptKey(JSON.stringify(input)))
          : await existing.update({ ...input, ...(version !== null && { version }) }),
      )
    } catch (error) {
      await refused(error, draft, input)
    } finally {
      setIsSaving(false)
    }
  }

  async function refused(error: unknown, draft: Draft, input: Input): Promise<void> {
    if (error instanceof SessionExpired) return
    if (error instanceof CallFailed && error.code === 'edit_conflict' && existing !== null) {
      try {
        const saved = await existing.load()
        const current = savedFrom(saved)
        // It was this very change; its response was lost.
        const isOurs = areInputsEqual(savedInputFrom(current.draft), input)
        return isOurs ? await onSaved(saved) : setConflict(current)
      } catch (reason) {
        return refused(reason, draft, input)
      }
    }
    setProblems(onRefused(error, draft))
  }

  return {
    problems,
    summary,
    isSaving,
    conflict,
    save: () => save(form.draft, form.base.version),
    keepEditing: () => setConflict(null),
    takeOther() {
      if (conflict) form.startFrom(conflict, conflict.draft)
      setConflict(null)
    },
    saveMine() {
      if (!conflict) return
      const merged = merge(form.base.draft, form.draft, conflict.draft)
      form.startFrom(conflict, merged)
      setConflict(null)
      void save(merged, conflict.version)
    },
  }
}
