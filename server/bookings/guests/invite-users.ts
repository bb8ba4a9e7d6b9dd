import { bookings } from '../../db/tables/bookings.ts'
import type { Handler } from '../../http/endpoint.ts'
import { addGuests, newcomers } from './guests.ts'
import { assertMayInvite, whereBooking, lockBooking } from '../lock-booking.ts'
import { takeRecipients } from '../../emails/recipient-limit.ts'
import { uniqueLowercase } from '../../recipients/count-mails.ts'
import { commitChange, recordChange } from '../record-change.ts'

/**
 * Guests become attendees of the host's calendar entry. Host, invitee and earlier guests don't get another email, but
 * count as sent, so that the answer doesn't tell who takes part.
 */
export const inviteUsers: Handler<'inviteUsers'> = async ({ deps, caller, params, body, request }) => {
  await commitChange(deps, async (tx) => {
    const locked = await lockBooking(tx, params.id, caller?.hostId)
    const { booking, actor, link } = locked
    assertMayInvite(locked)
    const now = deps.now()
    const emails = await takeRecipients(tx, booking, {
      emails: await newcomers(tx, booking, body.emails),
      hostId: caller?.hostId,
      address: request.ip,
      now,
    })
    // Nobody can show others answers that they don't see.
    const includesAnswers = body.includeAnswers && (link === null || link.includesAnswers)
    await addGuests(tx, booking, { emails, includesAnswers }, now)
    // Even if everyone takes part already: calendar files show the sequence.
    const [changed] = await tx
      .update(bookings)
      .set({ sequence: booking.sequence + 1, updatedAt: now })
      .where(whereBooking(booking))
      .returning()
    await recordChange(tx, changed!, { kind: 'invited', emails, by: actor }, now)
  })
  return { sent: uniqueLowercase(body.emails).length }
}
