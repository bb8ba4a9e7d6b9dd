import type { FieldDraft } from './field-draft.ts'
import { type FieldList, presentFields } from './field-list.ts'

/** Properties that change together, because options depend on their type. */
const parts = [
  ['type', 'options'],
  ['label'],
  ['description'],
  ['isRequired'],
  ['customId', 'icon'],
] as const satisfies readonly (readonly (keyof FieldDraft)[])[]
type Part = (typeof parts)[number]

const isSamePart = (part: Part, a: FieldDraft, b: FieldDraft) => part.every((key) => a[key] === b[key])

/** Whether two versions of a field are equal. */
export const isSameField = (a: FieldDraft, b: FieldDraft) => parts.every((part) => isSamePart(part, a, b))

/** Whether the fields in both lists are in a different order in the second. */
export function isReordered(before: FieldList, after: FieldList): boolean {
  const common = (of: FieldList, other: FieldList) => {
    const ids = new Set(presentFields(other).map(({ id }) => id))
    return presentFields(of)
      .map(({ id }) => id)
      .filter((id) => ids.has(id))
  }
  return common(before, after).join('\n') !== common(after, before).join('\n')
}

/**
 * Merges the changes that `mine` made to `base` into `theirs`, field by field. A change by one side is kept, and mine
 * wins if both changed the same. So a field that I removed is gone, and a field that they removed is gone unless I
 * changed it.
 */
export function mergeFields(base: FieldList, mine: FieldList, theirs: FieldList): FieldDraft[] {
  const [inBase, inMine, inTheirs] = [base, mine, theirs].map(byId) as [ById, ById, ById]
  const merged = new Map<string, FieldDraft>()
  for (const id of new Set([...inBase.keys(), ...inMine.keys(), ...inTheirs.keys()])) {
    const field = mergeField(inBase.get(id), inMine.get(id), inTheirs.get(id))
    if (field) merged.set(id, field)
  }
  const [leading, other] = isReordered(base, mine) ? [mine, theirs] : [theirs, mine]
  const order = mergedOrder(idsOf(leading), idsOf(other))
  const inOrder = [...new Set([...order, ...merged.keys()])].flatMap((id) => merged.get(id) ?? [])
  return [...inOrder.filter((field) => !field.isDeleted), ...inOrder.filter((field) => field.isDeleted)]
}

type ById = ReadonlyMap<string, FieldDraft>
const byId = (fields: FieldList): ById => new Map(fields.map((field) => [field.id, field]))
const idsOf = (fields: FieldList) => presentFields(fields).map(({ id }) => id)

function mergeField(
  base: FieldDraft | undefined,
  mine: FieldDraft | undefined,
  theirs: FieldDraft | undefined,
): FieldDraft | undefined {
  if (!base || !mine) return mine ?? theirs
  const isMineChanged = !isSameField(base, mine) || base.isDeleted !== mine.isDeleted
  if (!theirs) return isMineChanged ? mine : { ...mine, isDeleted: true }
  const changed = parts.filter((part) => !isSamePart(part, base, mine)).flat()
  return {
    ...theirs,
    ...Object.fromEntries(changed.map((key) => [key, mine[key]])),
    isDeleted: isMineChanged ? mine.isDeleted : theirs.isDeleted,
  }
}

/** `leading`, plus what only `other` inserted, after the same neighbors. */
function mergedOrder(leading: readonly string[], other: readonly string[]): string[] {
  const order = [...leading]
  const placed = new Set(leading)
  let previous: string | null = null
  for (const id of other) {
    if (!placed.has(id)) {
      order.splice(previous === null ? 0 : order.indexOf(previous) + 1, 0, id)
      placed.add(id)
    }
    previous = id
  }
  return order
}
