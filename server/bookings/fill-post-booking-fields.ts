import { and, eq } from 'drizzle-orm'
import { bookings } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { bookingNotFound } from '../errors.ts'
import { isCapability } from '../ids.ts'
import { fillIn } from './booked-collections.ts'
import { collectionsForHost, readBooking } from './get-booking.ts'

export const fillPostBookingFields: Handler<'fillPostBookingFields'> = async ({
  deps: { db, now },
  host,
  params,
  body,
}) => {
  if (!isCapability(params.id)) throw bookingNotFound()
  return db.transaction(async (tx) => {
    const isBooking = and(eq(bookings.hostId, host.id), eq(bookings.id, params.id))
    const [booking] = await tx.select().from(bookings).where(isBooking).for('no key update')
    if (!booking) throw bookingNotFound()
    const customFields = fillIn(await collectionsForHost(tx, booking), body.customFieldsCollections)
    await tx.update(bookings).set({ customFields, updatedAt: now() }).where(isBooking)
    const { bookingData } = await readBooking(tx, booking.id, host.id)
    return bookingData
  })
}
