import { hasOptions, isLayout, nameFieldType } from '../../../../contract/custom-fields/field-types.ts'
import { type FieldDraft, fieldName, shownField, tidied } from '../../parts/field-editor/field-draft.ts'
import { isReordered, isSameField, mergeFields } from '../../parts/field-editor/merge-fields.ts'
import type { Difference } from '../../parts/editor/conflict-dialog.tsx'
import type { CollectionDraft } from './collection-draft.ts'

/** Merges `mine` into `theirs`: changes that only one of them made to `base` are kept. */
export function mergeCollections(
  base: CollectionDraft,
  mine: CollectionDraft,
  theirs: CollectionDraft,
): CollectionDraft {
  const pick = <Key extends keyof CollectionDraft>(key: Key) =>
    mine[key] === base[key] ? theirs[key] : mine[key]
  return {
    name: pick('name'),
    description: pick('description'),
    isArchived: pick('isArchived'),
    fields: mergeFields(base.fields, mine.fields.map(tidied), theirs.fields),
    labels: mine.labels,
  }
}

/** The changes that `theirs` made to `base` and `mine` didn't, in the editor's order. */
export function differencesOf(
  base: CollectionDraft,
  mine: CollectionDraft,
  theirs: CollectionDraft,
): Difference[] {
  const differences: Difference[] = []
  for (const [key, label] of wholes) {
    if (theirs[key] === base[key] || theirs[key] === mine[key]) continue
    const here = mine[key] === base[key] ? null : inWords(mine[key])
    differences.push({ field: key, label, there: inWords(theirs[key]), here })
  }
  const byId = (fields: readonly FieldDraft[]) => new Map(fields.map((field) => [field.id, field]))
  const [inBase, inMine] = [byId(base.fields), byId(mine.fields.map(tidied))]
  for (const field of theirs.fields) {
    const difference = fieldDifference(inBase.get(field.id), inMine.get(field.id), field)
    if (difference) differences.push(difference)
  }
  if (isReordered(base.fields, theirs.fields) && isReordered(mine.fields, theirs.fields)) {
    const here = isReordered(base.fields, mine.fields) ? 'Different order' : null
    differences.push({ field: 'order', label: 'Field order', there: 'Changed', here })
  }
  return differences
}

const wholes = [
  ['name', 'Collection name'],
  ['description', 'Description'],
  ['isArchived', 'Archived'],
] as const

const inWords = (value: string | boolean) =>
  typeof value === 'boolean' ? (value ? 'On' : 'Off') : value || 'None'

function fieldDifference(
  base: FieldDraft | undefined,
  mine: FieldDraft | undefined,
  theirs: FieldDraft,
): Difference | null {
  const { id: field } = theirs
  if (!base) {
    if (theirs.isDeleted) return null
    return {
      field,
      label: `New field ${fieldName(theirs)}`,
      there: aboutField(theirs),
      here: 'not in your version; the new field is kept',
    }
  }
  const isChanged = base.isDeleted !== theirs.isDeleted || !isSameField(base, theirs)
  if (!isChanged || (base.isDeleted && theirs.isDeleted)) return null
  if (mine && mine.isDeleted === theirs.isDeleted && (mine.isDeleted || isSameField(mine, theirs)))
    return null
  const isMineChanged = mine && (mine.isDeleted !== base.isDeleted || !isSameField(base, mine))
  return {
    field,
    label: `Field ${fieldName(base)}`,
    there: aboutField(theirs),
    here: isMineChanged ? aboutField(mine) : null,
  }
}

function aboutField(field: FieldDraft): string {
  if (field.isDeleted) return 'Deleted'
  const { description, options } = shownField(field)
  const parts = [fieldName(field), nameFieldType(field.type)]
  if (field.isRequired && !isLayout(field.type)) parts.push('Required')
  if (hasOptions(field.type)) parts.push(options.join(', '))
  if (description) parts.push(description)
  return parts.join(' · ')
}
