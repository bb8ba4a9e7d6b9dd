import type { Label, LabelInput, LabelUses } from '../../../contract/labels/label.schema.ts'
import { api, isGone } from './api.ts'
import { reloadBookings } from './booking-calls.ts'
import { reloadCollections } from './collection-calls.ts'
import { reloadEvents } from './event-calls.ts'
import { attempt, showLabels } from './label-calls.ts'
import { deleteIfThere } from './query-client.ts'
import { begin, end, giveBack, replace } from './shown-changes.ts'
import { toasts } from './toasts.ts'

// In a file of its own, because only a dialog that loads later needs it.

type LabelChange = Partial<LabelInput>

/** `gone` if it was deleted elsewhere, null if it couldn't be saved. */
export async function changeLabel(id: string, change: LabelChange): Promise<Label | 'gone' | null> {
  const show = (parts: (label: Label) => LabelChange) =>
    showLabels((labels) => labels.map((label) => (label.id === id ? { ...label, ...parts(label) } : label)))
  const names = Object.keys(change) as (keyof LabelChange)[]
  const place = (name: string) => `${id} ${name}`
  const replaced = begin<unknown>()
  await show((label) => {
    for (const name of names) replace(replaced, place(name), label[name], change[name])
    return change
  })
  const undo = () => {
    const back = giveBack(replaced)
    const parts = names.filter((name) => back.has(place(name))).map((name) => [name, back.get(place(name))])
    return show(() => Object.fromEntries(parts) as LabelChange)
  }
  let isDeleted = false
  const call = () =>
    api.updateLabel({ params: { id }, body: change }).catch((error: unknown) => {
      isDeleted = isGone(error)
      throw error
    })
  const failed = (words: string | null) => toasts.labelNotSaved(isDeleted ? goneWords(change) : words)
  const saved = await attempt(call, failed, undo)
  end(replaced)
  return isDeleted ? 'gone' : saved
}

const goneWords = ({ name }: LabelChange) =>
  `It was deleted elsewhere.${name === undefined ? '' : ` To use “${name}”, add it as a new label.`}`

export async function moveLabel(labels: readonly Label[], from: number, to: number): Promise<void> {
  const before = labels.map(({ id }) => id)
  const ids = before.toSpliced(from, 1).toSpliced(to, 0, before[from]!)
  const replaced = begin<string[]>().set('order', before)
  await showLabels(inOrder(ids))
  await attempt(
    () => api.orderLabels({ body: { ids } }),
    () => toasts.labelsNotReordered(),
    () => showLabels(inOrder(giveBack(replaced).get('order') ?? [])),
  )
  end(replaced)
}

/** Other labels follow, in the order that they have. */
const inOrder = (ids: readonly string[]) => (labels: Label[]) => [
  ...ids.flatMap((id) => labels.find((label) => label.id === id) ?? []),
  ...labels.filter(({ id }) => !ids.includes(id)),
]

/** Null if they couldn't be counted. */
export function countLabelUses(id: string): Promise<LabelUses | 'gone' | null> {
  const call = () =>
    api.countLabelUses({ params: { id } }).catch(async (error: unknown) => {
      if (!isGone(error)) throw error
      await forget(id)
      return 'gone' as const
    })
  return attempt(call, () => toasts.labelNotDeleted())
}

/** Another tab may have deleted the label. */
async function forget(id: string): Promise<void> {
  await showLabels((labels) => labels.filter((label) => label.id !== id))
  void Promise.all([reloadBookings(), reloadEvents(), reloadCollections()])
}

/** False if the label still exists. */
export async function deleteLabel(id: string): Promise<boolean> {
  const call = async () => {
    await deleteIfThere(() => api.deleteLabel({ params: { id } }))
    return true
  }
  const isDeleted = await attempt(call, () => toasts.labelNotDeleted())
  if (isDeleted === null) return false
  await forget(id)
  return true
}
