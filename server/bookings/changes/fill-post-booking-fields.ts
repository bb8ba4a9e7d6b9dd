import { hasScope } from '../../http/caller.ts'
import { bookings } from '../../db/tables/bookings.ts'
import type { Handler } from '../../http/endpoint.ts'
import { bookingNotFound } from '../../http/errors.ts'
import { fillIn } from '../booked-collections.ts'
import { whereBooking, lockForTeam } from '../lock-booking.ts'
import { readBooking, withoutNotes } from '../get-booking.ts'
import { isOfTeam } from '../open-booking.ts'
import { collectionsToFill } from './collections-to-fill.ts'

export const fillPostBookingFields: Handler<'fillPostBookingFields'> = ({
  deps: { db, now },
  caller,
  params,
  body,
}) =>
  db.transaction(async (tx) => {
    const { booking, actor } = await lockForTeam(tx, params.id, caller.hostId)
    if (!isOfTeam(actor)) throw bookingNotFound()
    const customFields = fillIn(
      await collectionsToFill(tx, booking, body.customFieldsCollections),
      body.customFieldsCollections,
    )
    await tx.update(bookings).set({ customFields, updatedAt: now() }).where(whereBooking(booking))
    const { bookingData } = await readBooking(tx, params.id, caller.hostId)
    return hasScope(caller, 'private-fields:read') ? bookingData : withoutNotes(bookingData)
  })
