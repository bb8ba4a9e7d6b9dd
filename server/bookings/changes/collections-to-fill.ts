import { and, inArray } from 'drizzle-orm'
import type { BookedCollection } from '../../../contract/custom-fields/collection.schema.ts'
import { isBlank } from '../../../contract/custom-fields/custom-fields.ts'
import { whereEditable } from '../../custom-fields/collection-access.ts'
import type { Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import type { bookings } from '../../db/tables/bookings.ts'
import { collections } from '../../db/tables/collections.ts'
import type { SharedAnswers } from '../booked-collections.ts'
import { collectionsForHost } from '../get-booking.ts'

/**
 * The booking's collections for its host, with the private fields of `answers` that the event no longer has: somebody
 * removed them while an answer was being typed. It is kept like earlier answers to removed fields.
 */
export async function collectionsToFill(
  tx: Tx,
  booking: typeof bookings.$inferSelect,
  answers: SharedAnswers,
): Promise<BookedCollection[]> {
  const shown = await collectionsForHost(tx, booking)
  const late = new Map<string, Set<string>>()
  for (const { id, fields } of answers) {
    const known = shown.find((collection) => collection.id === id)
    if (known?.collectionStage === 'onBooking') continue
    const typed = fields.filter(({ value }) => !isBlank(value ?? undefined))
    const added = typed.filter((field) => known?.fields.every((one) => one.id !== field.id) ?? true)
    if (isId(id) && added.length > 0) late.set(id, new Set(added.map((field) => field.id)))
  }
  if (late.size === 0) return shown
  const found = await tx
    .select({
      id: collections.id,
      name: collections.name,
      description: collections.description,
      fields: collections.fields,
    })
    .from(collections)
    .where(and(inArray(collections.id, [...late.keys()]), whereEditable(tx, booking.hostId)))
  const removed = found.map(({ fields, ...collection }) => ({
    ...collection,
    collectionStage: 'postBooking' as const,
    fields: fields
      .filter((field) => late.get(collection.id)?.has(field.id))
      .map((field) => ({ ...field, isDeleted: false, value: null })),
  }))
  const known = new Set(shown.map(({ id }) => id))
  return [
    ...shown.map((collection) => {
      const added = removed.find(({ id }) => id === collection.id)
      return added ? { ...collection, fields: [...collection.fields, ...added.fields] } : collection
    }),
    ...removed.filter(({ id }) => !known.has(id)),
  ]
}
