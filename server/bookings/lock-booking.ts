import { and, eq } from 'drizzle-orm'
import { messages } from '../../contract/errors.ts'
import type { ShareRole } from '../../contract/events/event-shares.ts'
import { lockHost } from '../db/lock-host.ts'
import type { Tx } from '../db/database.ts'
import type { GuestLinkRow } from '../db/tables/guest-links.ts'
import { type BookingRow, bookings } from '../db/tables/bookings.ts'
import { type EventRow, events } from '../db/tables/events.ts'
import { AppError, bookingNotConfirmed, bookingNotFound, notAllowed } from '../http/errors.ts'
import { actorOf, openBooking, openForTeam, type OpenedBooking } from './open-booking.ts'
import type { Actor } from '../../contract/bookings/booking-actors.ts'

interface LockedBooking {
  booking: BookingRow
  /** Null once it was removed for good. */
  event: EventRow | null
  actor: Actor
  /** The link of a guest who acts; null for all others. */
  link: GuestLinkRow | null
  /** What a member who acts may do; null for all others. */
  shareRole: ShareRole | null
}

export const whereBooking = ({ hostId, id }: Pick<BookingRow, 'hostId' | 'id'>) =>
  and(eq(bookings.hostId, hostId), eq(bookings.id, id))

/**
 * The booking that an id opens and who acts on it, under the lock of its host's row. `callerId`: the signed-in host.
 * Throws `booking_not_found`.
 */
export const lockBooking = (tx: Tx, id: string, callerId: string | undefined): Promise<LockedBooking> =>
  lockOpened(tx, () => openBooking(tx, id), callerId)

/** The same for the calls that people an event is shared with may make too. */
export const lockForTeam = (tx: Tx, id: string, callerId: string | undefined): Promise<LockedBooking> =>
  lockOpened(tx, () => openForTeam(tx, id, callerId), callerId)

async function lockOpened(
  tx: Tx,
  open: () => Promise<OpenedBooking>,
  callerId: string | undefined,
): Promise<LockedBooking> {
  const { hostId } = await open()
  await lockHost(tx, hostId)
  // Read again under the lock: a guest's link may have been revoked in between, or the event may no longer be shared.
  const opened = await open()
  const [locked] = await tx
    .select({ booking: bookings, event: events })
    .from(bookings)
    .leftJoin(events, and(eq(events.hostId, bookings.hostId), eq(events.id, bookings.eventId)))
    .where(whereBooking({ hostId, id: opened.bookingId }))
  if (!locked) throw bookingNotFound()
  const actor = actorOf(opened, callerId)
  const link = actor.role === 'guest' ? opened.link : null
  return { ...locked, actor, link, shareRole: opened.share?.role ?? null }
}

/** Throws `booking_not_confirmed` if the booking is canceled, `forbidden` if nobody is left to tell about a change. */
export function assertConfirmed(booking: BookingRow): void {
  if (booking.status !== 'confirmed') throw bookingNotConfirmed()
  if (booking.erasedAt !== null) throw new AppError('forbidden', messages.bookingErased)
}

/**
 * An invitee may change a booking if its event allows that and the meeting hasn't begun, and so may its guests if the
 * event allows that too. Its host always may, and so may those who manage its event. Throws `forbidden`.
 */
export function assertMayChange(
  { booking, event, actor, link, shareRole }: LockedBooking,
  allowed: 'allowUsersToEdit' | 'allowUsersToCancel',
  now: number,
): void {
  if (actor.role === 'host' || shareRole === 'manage') return
  if (shareRole === 'view') throw new AppError('forbidden', messages.viewOnly)
  if (!event?.[allowed] || !isLinkAllowed(event, link) || booking.startAt <= now) throw notAllowed()
}

/** Throws `forbidden` if someone with a guest's link may only view the booking. */
export function assertMayInvite({ event, link }: LockedBooking): void {
  if (!isLinkAllowed(event, link)) throw notAllowed()
}

/** Whether a link lets its owner do what the invitee may do. */
export const isLinkAllowed = (event: EventRow | null, link: GuestLinkRow | null) =>
  link === null || (link.role !== 'calendar' && event?.allowGuestsToChange === true)
