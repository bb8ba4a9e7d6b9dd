import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { CollectionField, someFields } from '../../contract/custom-fields/collection.schema.ts'
import { collectionLimits } from '../../contract/custom-fields/custom-fields.ts'

type FieldInput = z.output<ReturnType<typeof someFields>>[number]

/**
 * A collection's fields after a change, in order, with deleted ones last. Existing fields keep their ids, and new
 * ones get ids. Fields missing from the change are kept as deleted, so that an incomplete list loses nothing.
 */
export function savedFields(
  stored: readonly CollectionField[],
  changed: readonly FieldInput[],
): CollectionField[] {
  const known = new Set(stored.map(({ id }) => id))
  const kept = new Set<string>()
  const fields: CollectionField[] = []
  const inOrder = changed
    .map((field, index) => ({ field, position: field.fieldPosition ?? index }))
    .toSorted((a, b) => a.position - b.position)
  for (const { field } of inOrder) {
    const isKnown = typeof field.id === 'string' && known.has(field.id) && !kept.has(field.id)
    if (field.isDeleted && !isKnown) continue
    const id = isKnown ? field.id! : randomUUID()
    kept.add(id)
    fields.push({ ...field, id, fieldPosition: 0 })
  }
  const leftOut = stored.filter(({ id }) => !kept.has(id)).map((field) => ({ ...field, isDeleted: true }))
  const deleted = [...fields.filter((field) => field.isDeleted), ...leftOut]
  return [...fields.filter((field) => !field.isDeleted), ...deleted.slice(0, collectionLimits.fields)].map(
    (field, fieldPosition) => ({ ...field, fieldPosition }),
  )
}
