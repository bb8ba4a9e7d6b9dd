import { and, eq, isNull } from 'drizzle-orm'
import type { ActorRole } from '../../contract/booking-actors.ts'
import type { Db, Tx } from '../db/database.ts'
import { guestLinks, type GuestLinkRow } from '../db/guest-schema.ts'
import { bookings } from '../db/schema.ts'
import { bookingNotFound } from '../errors.ts'
import { isCapability } from '../ids.ts'

interface OpenedBooking {
  hostId: string
  /** The booking's own id. */
  bookingId: string
  /** The guest's link that was used; null for the booking's own id. */
  link: GuestLinkRow | null
}

/** The same as `openBooking`, which throws `booking_not_found` instead of returning null. */
export async function openBooking(db: Db | Tx, id: string): Promise<OpenedBooking> {
  const opened = await findOpened(db, id)
  if (opened === null) throw bookingNotFound()
  return opened
}

/**
 * Finds what the id in a path opens: the booking's own id is the invitee's, and the token of a link is its guest's. Null if
 * that is nothing, or a revoked link.
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

/** Who acts on a booking, as history and mails name them. */
export interface Actor {
  role: ActorRole
  /** A guest's address; empty for host and invitee. */
  email: string
}

export const hostActor: Actor = { role: 'host', email: '' }
export const inviteeActor: Actor = { role: 'invitee', email: '' }

/** A host who is signed in acts as such on their own bookings, whichever id they use. `callerId`: the signed-in host. */
export function actorOf({ hostId, link }: OpenedBooking, callerId: string | undefined): Actor {
  if (hostId === callerId) return hostActor
  return link === null ? inviteeActor : { role: 'guest', email: link.email }
}
