import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { guestLinks } from '../../db/tables/guest-links.ts'
import { hosts } from '../../db/tables/hosts.ts'
import { bookingGuests, type BookingRow } from '../../db/tables/bookings.ts'
import { addGuestLinks } from '../guest-links.ts'
import { uniqueLowercase } from '../../recipients/count-mails.ts'

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

/** The addresses (each once and in lowercase) of people who don't take part in a booking yet. */
export async function newcomers(tx: Tx, booking: Booking, emails: readonly string[]): Promise<string[]> {
  const [host] = await tx.select({ email: hosts.email }).from(hosts).where(eq(hosts.id, booking.hostId))
  const known = uniqueLowercase([host!.email, booking.email, ...(await guestsOf(tx, booking))])
  return uniqueLowercase(emails).filter((email) => !known.includes(email))
}

interface NewGuests {
  /** In lowercase, of people who don't take part yet. */
  emails: readonly string[]
  includesAnswers: boolean
}

/** Makes people guests of a booking, each with a link of their own. */
export async function addGuests(
  tx: Tx,
  booking: Booking,
  { emails, includesAnswers }: NewGuests,
  now: number,
): Promise<void> {
  if (emails.length === 0) return
  const { hostId, id: bookingId } = booking
  await tx.insert(bookingGuests).values(emails.map((email) => ({ hostId, bookingId, email, invitedAt: now })))
  await addGuestLinks(tx, booking, { emails, role: 'guest', includesAnswers }, now)
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
