import { bookingGuests, bookings } from '../db/schema.ts'
import { queueMails } from '../emails/queue-mails.ts'
import type { Handler } from '../endpoint.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { guestsOf, isBooking, lockBooking } from './lock-booking.ts'
import { distinct, othersToTell } from './recipient-limit.ts'

/**
 * Those invited become attendees of the entry in the host's calendar. Somebody invited before is not told again, and
 * neither is whoever has booked.
 */
export const inviteUsers: Handler<'inviteUsers'> = async ({ deps, host, params, body, request }) => {
  const { db, now } = deps
  const sent = await db.transaction(async (tx) => {
    const { booking } = await lockBooking(tx, params.id)
    const known = distinct([booking.email, ...(await guestsOf(tx, booking))])
    const others = await othersToTell(tx, booking, {
      emails: body.emails.filter((email) => !known.includes(email.toLowerCase())),
      hostId: host?.id,
      address: request.ip,
      now: now(),
    })
    if (others.length === 0) return 0
    const { hostId, id: bookingId } = booking
    await tx
      .insert(bookingGuests)
      .values(others.map((email) => ({ hostId, bookingId, email, invitedAt: now() })))
    const [changed] = await tx
      .update(bookings)
      .set({ sequence: booking.sequence + 1, updatedAt: now() })
      .where(isBooking(booking))
      .returning()
    await enqueue(tx, { hostId, kind: 'syncCalendarEntry', payload: { bookingId }, now: now() })
    await queueMails(tx, changed!, 'invited', now(), { emails: others })
    return others.length
  })
  deps.wake()
  return { sent }
}
