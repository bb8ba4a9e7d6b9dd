import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../../contract/bookings/booking-actors.ts'
import type { ShareRole } from '../../contract/events/event-shares.ts'
import type { Db, Tx } from '../db/database.ts'
import { guestLinks, type GuestLinkRow } from '../db/tables/guest-links.ts'
import { bookings } from '../db/tables/bookings.ts'
import { events } from '../db/tables/events.ts'
import { bookingNotFound } from '../http/errors.ts'
import { readSharedEvents } from '../events/shares/share-access.ts'
import { isCapability, isId } from '../db/ids.ts'

export interface OpenedBooking {
  hostId: string
  /** The booking's own id. */
  bookingId: string
  /** The guest's link that was used; null for the booking's own id. */
  link: GuestLinkRow | null
  /** How the booking's event is shared with the caller, if that is what opened it. */
  share?: { role: ShareRole; email: string }
}

/** The same as `findOpened`, but throws `booking_not_found` instead of returning null. */
export async function openBooking(db: Db | Tx, id: string): Promise<OpenedBooking> {
  const opened = await findOpened(db, id)
  if (opened === null) throw bookingNotFound()
  return opened
}

/**
 * Finds what the id in a path opens: the booking's own id is the invitee's, and the token of a link is its guest's.
 * Null if that is nothing, or a revoked link.
 */
export async function findOpened(db: Db | Tx, id: string): Promise<OpenedBooking | null> {
  if (!isCapability(id)) return null
  const [own] = await db.select({ hostId: bookings.hostId }).from(bookings).where(eq(bookings.id, id))
  if (own) return { hostId: own.hostId, bookingId: id, link: null }
  const [link] = await db
    .select()
    .from(guestLinks)
    .where(and(eq(guestLinks.token, id), isNull(guestLinks.revokedAt)))
  return link ? { hostId: link.hostId, bookingId: link.bookingId, link } : null
}

/**
 * The same for the calls that people an event is shared with may make too. They name a booking by an id that opens it
 * for them alone, and only as long as the event is shared with them.
 */
export async function openForTeam(
  db: Db | Tx,
  id: string,
  callerId: string | undefined,
): Promise<OpenedBooking> {
  return (await findShared(db, id, callerId)) ?? openBooking(db, id)
}

export async function findShared(
  db: Db | Tx,
  sharedId: string,
  memberId: string | undefined,
): Promise<OpenedBooking | null> {
  if (memberId === undefined || !isId(sharedId)) return null
  const [booking] = await db
    .select({ hostId: bookings.hostId, id: bookings.id, eventId: bookings.eventId })
    .from(bookings)
    .where(eq(bookings.sharedId, sharedId))
  if (!booking || booking.eventId === null) return null
  const { hostId, id: bookingId, eventId } = booking
  const ofEvent = and(eq(events.hostId, hostId), eq(events.id, eventId))!
  const [share] = await readSharedEvents(db, memberId, ofEvent)
  return share ? { hostId, bookingId, link: null, share } : null
}

export const hostActor: Actor = { role: 'host', email: '' }
export const inviteeActor: Actor = { role: 'invitee', email: '' }

/**
 * A host who is signed in acts as such on their own bookings, whichever id they use. `callerId`: the signed-in host.
 */
export function actorOf({ hostId, link, share }: OpenedBooking, callerId: string | undefined): Actor {
  if (hostId === callerId) return hostActor
  if (share) return { role: 'member', email: share.email }
  return link === null ? inviteeActor : { role: 'guest', email: link.email }
}

/** Whether someone acts on the host's side: they see what the host sees of a booking. */
export const isOfTeam = ({ role }: Pick<Actor, 'role'>) => role === 'host' || role === 'member'
