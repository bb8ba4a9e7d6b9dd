import { eq } from 'drizzle-orm'
import { bookingGuests, bookings, hosts } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { addGuestLinks } from './guest-links.ts'
import { guestsOf } from './guests.ts'
import { assertMayInvite, isBooking, lockBooking } from './lock-booking.ts'
import { uniqueLowercase, takeRecipients } from './recipient-limit.ts'
import { commitChange, recordChange } from './record-change.ts'

/**
 * Guests become attendees of the host's calendar entry. Host, invitee and earlier guests don't get another email, but count
 * as sent, so that the answer doesn't tell who takes part.
 */
export const inviteUsers: Handler<'inviteUsers'> = async ({ deps, caller, params, body, request }) => {
  await commitChange(deps, async (tx) => {
    const locked = await lockBooking(tx, params.id, caller?.hostId)
    const { booking, actor, link } = locked
    assertMayInvite(locked)
    const [host] = await tx.select({ email: hosts.email }).from(hosts).where(eq(hosts.id, booking.hostId))
    const now = deps.now()
    const known = uniqueLowercase([host!.email, booking.email, ...(await guestsOf(tx, booking))])
    const emails = await takeRecipients(tx, booking, {
      emails: body.emails.filter((email) => !known.includes(email.toLowerCase())),
      hostId: caller?.hostId,
      address: request.ip,
      now,
    })
    const { hostId, id: bookingId } = booking
    const guests = emails.map((email) => ({ hostId, bookingId, email, invitedAt: now }))
    if (guests.length > 0) await tx.insert(bookingGuests).values(guests)
    // Nobody can show others answers that they don't see.
    const includesAnswers = body.includeAnswers && (link === null || link.includesAnswers)
    await addGuestLinks(tx, booking, { emails, role: 'guest', includesAnswers }, now)
    // Even if everyone takes part already: calendar files show the sequence.
    const [changed] = await tx
      .update(bookings)
      .set({ sequence: booking.sequence + 1, updatedAt: now })
      .where(isBooking(booking))
      .returning()
    await recordChange(tx, changed!, { kind: 'invited', emails, by: actor }, now)
  })
  return { sent: uniqueLowercase(body.emails).length }
}
