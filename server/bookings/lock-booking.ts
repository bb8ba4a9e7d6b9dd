import { and, eq, ne } from 'drizzle-orm'
import { bookingGuests, bookings, events, hosts } from '../db/schema.ts'
import type { Db, Tx } from '../db/open.ts'
import { bookingNotConfirmed, bookingNotFound, notAllowed } from '../errors.ts'
import type { EventRow } from '../events/event-view.ts'
import { isCapability } from '../ids.ts'

export type BookingRow = typeof bookings.$inferSelect

interface Locked {
  booking: BookingRow
  /** Null once it has been removed for good. */
  event: EventRow | null
}

export const isBooking = ({ hostId, id }: Pick<BookingRow, 'hostId' | 'id'>) =>
  and(eq(bookings.hostId, hostId), eq(bookings.id, id))

/** A booking with its event, under the lock of its host's row, as every change of bookings is. Throws `booking_not_found`. */
export async function lockBooking(tx: Tx, id: string): Promise<Locked> {
  if (!isCapability(id)) throw bookingNotFound()
  const [found] = await tx.select({ hostId: bookings.hostId }).from(bookings).where(eq(bookings.id, id))
  if (!found) throw bookingNotFound()
  await tx.select({ id: hosts.id }).from(hosts).where(eq(hosts.id, found.hostId)).for('no key update')
  const [locked] = await tx
    .select({ booking: bookings, event: events })
    .from(bookings)
    .leftJoin(events, and(eq(events.hostId, bookings.hostId), eq(events.id, bookings.eventId)))
    .where(isBooking({ hostId: found.hostId, id }))
  if (!locked) throw bookingNotFound()
  return locked
}

/** Throws `booking_not_confirmed` for a booking that is canceled. */
export function assertConfirmed(booking: BookingRow): void {
  if (booking.status !== 'confirmed') throw bookingNotConfirmed()
}

/**
 * Whoever has the id of a booking may change it where its event lets invitees do so and it is still to come; its host
 * always may. Throws `forbidden`.
 */
export function assertMayChange(
  { booking, event }: Locked,
  hostId: string | undefined,
  allowed: 'allowUsersToEdit' | 'allowUsersToCancel',
  now: number,
): void {
  if (hostId === booking.hostId) return
  // What is deleted can still be canceled, as it says of itself.
  const isGone = event !== null && event.deletedAt !== null && allowed === 'allowUsersToEdit'
  if (!event?.[allowed] || isGone || booking.startAt <= now) throw notAllowed()
}

/** The addresses of those invited along; nobody is their own guest. */
export async function guestsOf(
  db: Db | Tx,
  { hostId, id, email: inviteeEmail }: Pick<BookingRow, 'hostId' | 'id' | 'email'>,
): Promise<string[]> {
  const guests = await db
    .select({ email: bookingGuests.email })
    .from(bookingGuests)
    .where(
      and(
        eq(bookingGuests.hostId, hostId),
        eq(bookingGuests.bookingId, id),
        ne(bookingGuests.email, inviteeEmail.toLowerCase()),
      ),
    )
    .orderBy(bookingGuests.invitedAt, bookingGuests.email)
  return guests.map(({ email }) => email)
}
