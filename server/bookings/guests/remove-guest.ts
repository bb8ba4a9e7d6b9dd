import { and, eq } from 'drizzle-orm'
import { OWN_LINK } from '../../../contract/bookings/booking-actors.ts'
import type { Tx } from '../../db/database.ts'
import { type GuestLinkRow, guestLinks } from '../../db/tables/guest-links.ts'
import { bookingGuests, type BookingRow, bookings } from '../../db/tables/bookings.ts'
import { mailQueue } from '../../emails/queue-mails.ts'
import { removeUnsentNews } from '../../emails/unsent-mails.ts'
import type { Handler } from '../../http/endpoint.ts'
import { notFound } from '../../http/errors.ts'
import { isId } from '../../db/ids.ts'
import { countAttempt } from '../../http/attempts.ts'
import { revokeGuestLink } from '../guest-links.ts'
import { whereBooking, lockBooking } from '../lock-booking.ts'
import { commitChange, recordChange } from '../record-change.ts'

/** Anyone can leave a booking, and its host and invitee can remove the others, whenever it takes place. */
export const removeGuest: Handler<'removeGuest'> = async ({ deps, caller, params, request }) => {
  await commitChange(deps, async (tx) => {
    const { booking, actor, link: own } = await lockBooking(tx, params.id, caller?.hostId)
    const { guestId } = params
    const link = own ? ownLink(own, guestId) : await findLink(tx, booking, guestId)
    if (!link) throw notFound()
    // The request was repeated after a lost answer, or on another device.
    if (link.revokedAt !== null) return
    const now = deps.now()
    if (actor.role !== 'host') await countAttempt(tx, { address: request.ip, now })
    await revokeGuestLink(tx, link, now)
    await removeUnsentNews(tx, mailQueue(booking, { role: 'guest', to: link.email }), now)
    const left = link.role === 'guest' ? await leave(tx, booking, link.email, now) : booking
    await recordChange(tx, left, { kind: 'removed', email: link.email, by: actor }, now)
  })
  return null
}

/** Takes a guest off the list of those who take part, and with it off the calendar entry. */
async function leave(tx: Tx, booking: BookingRow, email: string, now: number): Promise<BookingRow> {
  const { hostId, id } = booking
  await tx
    .delete(bookingGuests)
    .where(
      and(eq(bookingGuests.hostId, hostId), eq(bookingGuests.bookingId, id), eq(bookingGuests.email, email)),
    )
  const [changed] = await tx
    .update(bookings)
    .set({ sequence: booking.sequence + 1, updatedAt: now })
    .where(whereBooking(booking))
    .returning()
  return changed!
}

/** A guest can't remove others, and nobody owns the calendar entry's link. */
const ownLink = (link: GuestLinkRow, guestId: string) =>
  guestId === OWN_LINK && link.role !== 'calendar' ? link : null

async function findLink(tx: Tx, booking: { hostId: string; id: string }, id: string) {
  if (!isId(id)) return null
  const [link] = await tx
    .select()
    .from(guestLinks)
    .where(
      and(eq(guestLinks.hostId, booking.hostId), eq(guestLinks.bookingId, booking.id), eq(guestLinks.id, id)),
    )
  return link?.role === 'calendar' ? null : link
}
