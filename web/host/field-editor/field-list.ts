import type { FieldDraft } from './field-draft.ts'

/** The fields of a collection: those that are there in their order, then the deleted ones. */
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

/** A saved field stays, flagged, so that its answers keep their label; a new one is gone. */
export function removeField(fields: FieldList, id: string): FieldList {
  const removed = fields.find((field) => field.id === id)
  const others = fields.filter((field) => field.id !== id)
  return !removed || removed.isNew ? others : [...others, { ...removed, isDeleted: true }]
}

/** Takes a removal back: the field as it was, where it was. */
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
