import { and, eq } from 'drizzle-orm'
import { lockHost } from '../db/lock-host.ts'
import type { Tx } from '../db/database.ts'
import { type BookingRow, bookings, type EventRow, events } from '../db/schema.ts'
import { bookingNotConfirmed, bookingNotFound, notAllowed } from '../errors.ts'
import { isCapability } from '../ids.ts'

interface LockedBooking {
  booking: BookingRow
  /** Null once it was removed for good. */
  event: EventRow | null
}

export const isBooking = ({ hostId, id }: Pick<BookingRow, 'hostId' | 'id'>) =>
  and(eq(bookings.hostId, hostId), eq(bookings.id, id))

/** A booking with its event, under the lock of its host's row. Throws `booking_not_found`. */
export async function lockBooking(tx: Tx, id: string): Promise<LockedBooking> {
  if (!isCapability(id)) throw bookingNotFound()
  const [found] = await tx.select({ hostId: bookings.hostId }).from(bookings).where(eq(bookings.id, id))
  if (!found) throw bookingNotFound()
  await lockHost(tx, found.hostId)
  const [locked] = await tx
    .select({ booking: bookings, event: events })
    .from(bookings)
    .leftJoin(events, and(eq(events.hostId, bookings.hostId), eq(events.id, bookings.eventId)))
    .where(isBooking({ hostId: found.hostId, id }))
  if (!locked) throw bookingNotFound()
  return locked
}

/** Throws `booking_not_confirmed` if the booking is canceled. */
export function assertConfirmed(booking: BookingRow): void {
  if (booking.status !== 'confirmed') throw bookingNotConfirmed()
}

/**
 * Anyone with a booking's id may change it if its event allows that and the meeting hasn't begun; its host always may.
 * Throws `forbidden`.
 */
export function assertMayChange(
  { booking, event }: LockedBooking,
  hostId: string | undefined,
  allowed: 'allowUsersToEdit' | 'allowUsersToCancel',
  now: number,
): void {
  if (hostId === booking.hostId) return
  if (!event?.[allowed] || booking.startAt <= now) throw notAllowed()
}
