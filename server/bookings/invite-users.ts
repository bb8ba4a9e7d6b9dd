import { eq } from 'drizzle-orm'
import { recipientMessages } from '../../contract/booking-messages.ts'
import { bookingGuests, bookings, hosts } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { invalid } from '../errors.ts'
import { guestsOf } from './guests.ts'
import { isBooking, lockBooking } from './lock-booking.ts'
import { uniqueLowercase, takeRecipients } from './recipient-limit.ts'
import { commitChange, recordChange } from './record-change.ts'

/** Guests become attendees of the host's calendar entry. The invitee and earlier guests don't get another email. */
export const inviteUsers: Handler<'inviteUsers'> = async ({ deps, caller, params, body, request }) => {
  const sent = await commitChange(deps, async (tx) => {
    const { booking } = await lockBooking(tx, params.id)
    const [host] = await tx.select({ email: hosts.email }).from(hosts).where(eq(hosts.id, booking.hostId))
    const hostIndex = body.emails.findIndex((email) => email.toLowerCase() === host?.email.toLowerCase())
    if (hostIndex !== -1) throw invalid({ [`emails.${hostIndex}`]: recipientMessages.host })
    const now = deps.now()
    const known = uniqueLowercase([booking.email, ...(await guestsOf(tx, booking))])
    const emails = await takeRecipients(tx, booking, {
      emails: body.emails.filter((email) => !known.includes(email.toLowerCase())),
      hostId: caller?.hostId,
      address: request.ip,
      now,
    })
    if (emails.length === 0) return 0
    const { hostId, id: bookingId } = booking
    await tx
      .insert(bookingGuests)
      .values(emails.map((email) => ({ hostId, bookingId, email, invitedAt: now })))
    const [changed] = await tx
      .update(bookings)
      .set({ sequence: booking.sequence + 1, updatedAt: now })
      .where(isBooking(booking))
      .returning()
    await recordChange(tx, changed!, { kind: 'invited', emails }, now)
    return emails.length
  })
  return { sent }
}
