import type { FieldDraft } from './field-draft.ts'

/** A collection's fields: existing ones in order, then deleted ones. */
export type FieldList = readonly FieldDraft[]

export const presentFields = (fields: FieldList) => fields.filter((field) => !field.isDeleted)
const deletedFields = (fields: FieldList) => fields.filter((field) => field.isDeleted)

export const addField = (fields: FieldList, field: FieldDraft): FieldList => [
  ...presentFields(fields),
  field,
  ...deletedFields(fields),
]

export const changeField = (fields: FieldList, id: string, part: Partial<FieldDraft>): FieldList =>
  fields.map((field) => (field.id === id ? { ...field, ...part } : field))

/** A saved field stays, flagged, so that its answers keep their label. A new one is dropped. */
export function removeField(fields: FieldList, id: string): FieldList {
  const removed = fields.find((field) => field.id === id)
  const others = fields.filter((field) => field.id !== id)
  return !removed || removed.isNew ? others : [...others, { ...removed, isDeleted: true }]
}

/** Undoes a removal: restores the field in its place. */
export function putBack(fields: FieldList, field: FieldDraft, position: number): FieldList {
  const others = fields.filter(({ id }) => id !== field.id)
  return [...presentFields(others).toSpliced(position, 0, field), ...deletedFields(others)]
}

export function moveField(fields: FieldList, from: number, to: number): FieldList {
  const present = presentFields(fields)
  const moved = present[from]
  if (!moved || to < 0 || to >= present.length) return fields
  return [...present.toSpliced(from, 1).toSpliced(to, 0, moved), ...deletedFields(fields)]
}
