import { and, asc, eq, inArray } from 'drizzle-orm'
import { bookingLabels, labels } from '../db/tables/labels.ts'
import { bookings } from '../db/tables/bookings.ts'
import type { Handler } from '../http/endpoint.ts'
import { bookingNotFound } from '../http/errors.ts'
import { isCapability } from '../db/ids.ts'
import { lockLabels } from './lock-labels.ts'
import { removeLabels } from './remove-labels.ts'

export const labelBookings: Handler<'labelBookings'> = async ({ deps: { db }, caller: { hostId }, body }) => {
  const { bookingIds, add, remove } = body
  if (!bookingIds.every(isCapability)) throw bookingNotFound()
  await db.transaction(async (tx) => {
    await lockLabels(tx, hostId, [...add, ...remove])
    const whereChosen = and(eq(bookings.hostId, hostId), inArray(bookings.id, bookingIds))
    const found = await tx
      .select({ id: bookings.id })
      .from(bookings)
      .where(whereChosen)
      .orderBy(asc(bookings.id))
      .for('key share')
    if (found.length < bookingIds.length) throw bookingNotFound()
    if (add.length > 0) {
      const pairs = tx
        .select({ hostId: bookings.hostId, bookingId: bookings.id, labelId: labels.id })
        .from(bookings)
        .innerJoin(labels, and(eq(labels.hostId, hostId), inArray(labels.id, add)))
        .where(whereChosen)
      await tx.insert(bookingLabels).select(pairs).onConflictDoNothing()
    }
    await removeLabels(tx, bookingLabels, inArray(bookingLabels.bookingId, bookingIds), hostId, remove)
  })
  return null
}
