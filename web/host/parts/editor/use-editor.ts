import { useRef, useState } from 'react'
import { CallFailed } from '../../../../contract/api/client.ts'
import { SessionExpired } from '../../data/api.ts'
import { mayPass } from '../../data/query-client.ts'
import type { DraftState, SavedDraft } from '../drafts/use-draft.ts'
import type { Difference } from './conflict-dialog.tsx'
import { areInputsEqual } from './input-equality.ts'
import { useProblems } from './use-problems.ts'

/** Whether something that was deleted while being edited can be restored. */
export type Deletion = 'restorable' | 'final'

interface EditorOptions<Draft, Input extends object, Saved> {
  form: Pick<DraftState<Draft>, 'draft' | 'base' | 'startFrom' | 'attempt'>
  /** Shows a draft's errors; false if it can't be saved. */
  validate: (draft: Draft) => boolean
  /** `asked`: what the last attempt to save it as something new asked for. */
  inputFrom: (draft: Draft, asked: Input | null) => Input
  /** The input for what is already saved. */
  savedInputFrom?: (draft: Draft) => Input
  create: (input: Input, idempotencyKey: string) => Promise<Saved>
  /** Null for something new. */
  existing: {
    update: (input: Input & { version?: number }) => Promise<Saved>
    load: () => Promise<Saved>
    /** Undoes a deletion; null if the host may not. */
    restore: (() => Promise<unknown>) | null
  } | null
  /** The draft as something new, if that differs. */
  copyOf?: (draft: Draft) => Draft
  savedFrom: (saved: Saved) => SavedDraft<Draft>
  /** Merges the changes that `mine` made to `base` into `theirs`. */
  merge: (base: Draft, mine: Draft, theirs: Draft) => Draft
  /** The changes that `theirs` made to `base` and `mine` didn't. */
  differencesOf: (base: Draft, mine: Draft, theirs: Draft) => Difference[]
  onSaved: (saved: Saved, isNew: boolean) => Promise<void>
  /** Shows why saving failed and returns messages without a place in the form. */
  onRefused: (error: unknown, sent: Draft) => string[]
}

/**
 * Saves an editor's draft. If it was saved elsewhere since it was opened, nothing is overwritten, and `differences`
 * contains what changed until the host chooses. If it was deleted elsewhere, `deletion` is set until then.
 */
export function useEditor<Draft, Input extends object, Saved>({
  form,
  validate,
  inputFrom,
  savedInputFrom = (draft) => inputFrom(draft, null),
  create,
  existing,
  copyOf = (draft) => draft,
  savedFrom,
  merge,
  differencesOf,
  onSaved,
  onRefused,
}: EditorOptions<Draft, Input, Saved>) {
  const { problems, setProblems, summary } = useProblems()
  const [isSaving, setIsSaving] = useState(false)
  const [conflict, setConflict] = useState<SavedDraft<Draft> | null>(null)
  const [deletion, setDeletion] = useState<Deletion | null>(null)
  /** What was sent without getting an answer: each of them may have been saved. */
  const unanswered = useRef<Draft[]>([])

  async function send(draft: Draft, isNew: boolean, call: (input: Input) => Promise<Saved>) {
    if (!validate(draft)) return setProblems([])
    setIsSaving(true)
    setProblems(null)
    const asked = isNew ? form.attempt.asked() : null
    const input = inputFrom(draft, asked === null ? null : (JSON.parse(asked) as Input))
    try {
      await onSaved(await call(input), isNew)
    } catch (error) {
      // Nothing was created. After a rate limit, an earlier attempt may have done that.
      if (isNew && error instanceof CallFailed && !mayPass(error) && error.status !== 429)
        form.attempt.forget()
      if (!isNew && mayPass(error)) unanswered.current.push(draft)
      await refused(error, draft, input)
    } finally {
      setIsSaving(false)
    }
  }

  const saveAsNew = (draft: Draft) =>
    send(draft, true, (input) => create(input, form.attempt.keyFor(JSON.stringify(input))))

  const save = (draft: Draft, version: number | null) =>
    existing === null
      ? saveAsNew(draft)
      : send(draft, false, (input) => existing.update({ ...input, ...(version !== null && { version }) }))

  /** Continues from a state saved elsewhere. */
  async function saveOnto(current: SavedDraft<Draft>, draft: Draft) {
    const merged = merge(form.base.draft, draft, current.draft)
    form.startFrom(current, merged)
    await save(merged, current.version)
  }

  async function refused(error: unknown, draft: Draft, input: Input): Promise<void> {
    if (error instanceof SessionExpired) return
    if (error instanceof CallFailed && error.code === 'edit_conflict' && existing !== null) {
      try {
        const saved = await existing.load()
        const current = savedFrom(saved)
        const isSaved = (sent: Input) => areInputsEqual(savedInputFrom(current.draft), sent)
        // It was this very change; its response was lost.
        if (isSaved(input)) return await onSaved(saved, false)
        const earlier = unanswered.current.find((sent) => isSaved(inputFrom(sent, null)))
        if (earlier !== undefined) {
          form.startFrom({ ...current, draft: earlier }, draft)
          return await save(draft, current.version)
        }
        if (differencesOf(form.base.draft, draft, current.draft).length > 0) return setConflict(current)
        return await saveOnto(current, draft)
      } catch (reason) {
        return refused(reason, draft, input)
      }
    }
    if (isNotFound(error) && existing !== null) {
      return setDeletion(existing.restore === null ? 'final' : 'restorable')
    }
    setProblems(onRefused(error, draft))
  }

  async function restoreAndSave() {
    // A second click, while the dialog closes.
    if (deletion === null) return
    setDeletion(null)
    setIsSaving(true)
    try {
      await existing?.restore?.()
    } catch (error) {
      // It is too late to restore it.
      if (isNotFound(error)) return setDeletion('final')
      return await refused(error, form.draft, inputFrom(form.draft, null))
    } finally {
      setIsSaving(false)
    }
    await save(form.draft, form.base.version)
  }

  return {
    problems,
    summary,
    isSaving,
    differences: conflict && differencesOf(form.base.draft, form.draft, conflict.draft),
    deletion,
    save: () => save(form.draft, form.base.version),
    restoreAndSave,
    saveAsNew() {
      if (deletion === null) return
      setDeletion(null)
      void saveAsNew(copyOf(form.draft))
    },
    keepEditing() {
      setConflict(null)
      setDeletion(null)
    },
    takeOther() {
      if (conflict) form.startFrom(conflict, conflict.draft)
      setConflict(null)
    },
    saveMine() {
      if (!conflict) return
      setConflict(null)
      void saveOnto(conflict, form.draft)
    },
  }
}

const isNotFound = (error: unknown) => error instanceof CallFailed && error.code === 'not_found'
