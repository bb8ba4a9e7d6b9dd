import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db, Tx } from '../db/database.ts'
import { guestLinks } from '../db/guest-schema.ts'
import { bookingGuests, type BookingRow } from '../db/schema.ts'

type Booking = Pick<BookingRow, 'hostId' | 'id' | 'email'>

/** Addresses of the invited guests. The invitee is never their own guest. */
export async function guestsOf(db: Db | Tx, booking: Booking): Promise<string[]> {
  const guests = await guestsByBooking(db, [booking])
  return guests.get(booking.id) ?? []
}

/** The same for several bookings, by their ids. */
export async function guestsByBooking(
  db: Db | Tx,
  bookings: readonly Booking[],
): Promise<Map<string, string[]>> {
  const inviteeEmails = new Map(bookings.map(({ id, email }) => [id, email.toLowerCase()]))
  const invited = await db
    .select({ bookingId: bookingGuests.bookingId, email: bookingGuests.email })
    .from(bookingGuests)
    .where(
      and(
        inArray(bookingGuests.hostId, [...new Set(bookings.map(({ hostId }) => hostId))]),
        inArray(bookingGuests.bookingId, [...inviteeEmails.keys()]),
      ),
    )
    .orderBy(bookingGuests.invitedAt, bookingGuests.email)
  const guests = Map.groupBy(
    invited.filter(({ bookingId, email }) => email !== inviteeEmails.get(bookingId)),
    ({ bookingId }) => bookingId,
  )
  return new Map([...guests].map(([id, rows]) => [id, rows.map(({ email }) => email)]))
}

/** Addresses that were guests and no longer are. `guests`: those who are. */
export async function formerGuestsOf(
  db: Db | Tx,
  booking: Booking,
  guests: readonly string[],
): Promise<string[]> {
  const removed = await db
    .selectDistinct({ email: guestLinks.email })
    .from(guestLinks)
    .where(
      and(
        eq(guestLinks.hostId, booking.hostId),
        eq(guestLinks.bookingId, booking.id),
        eq(guestLinks.role, 'guest'),
        isNotNull(guestLinks.revokedAt),
      ),
    )
  const present = new Set([booking.email.toLowerCase(), ...guests])
  return removed.map(({ email }) => email).filter((email) => !present.has(email))
}
