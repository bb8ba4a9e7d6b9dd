import { hasScope } from '../auth/caller.ts'
import { bookings } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { bookingNotFound } from '../errors.ts'
import { fillIn } from './booked-collections.ts'
import { isBooking, lockBooking } from './lock-booking.ts'
import { collectionsForHost, readBooking, withoutNotes } from './get-booking.ts'

export const fillPostBookingFields: Handler<'fillPostBookingFields'> = ({
  deps: { db, now },
  caller,
  params,
  body,
}) =>
  db.transaction(async (tx) => {
    const { booking } = await lockBooking(tx, params.id, caller.hostId)
    if (booking.hostId !== caller.hostId) throw bookingNotFound()
    const customFields = fillIn(await collectionsForHost(tx, booking), body.customFieldsCollections)
    await tx.update(bookings).set({ customFields, updatedAt: now() }).where(isBooking(booking))
    const { bookingData } = await readBooking(tx, booking.id, caller.hostId)
    return hasScope(caller, 'private-fields:read') ? bookingData : withoutNotes(bookingData)
  })
