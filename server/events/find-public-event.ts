import { and, eq, isNull } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { assertInGoodStanding } from '../billing/assert-in-good-standing.ts'
import { events, hosts } from '../db/schema.ts'
import type { Db } from '../db/database.ts'
import { eventNotAccepting, eventNotFound } from '../errors.ts'
import { isCapability } from '../ids.ts'
import type { EventRow } from '../db/schema.ts'

const PREFIX = 'event_'

interface Found {
  event: EventRow
  hostName: string
}

/** The event behind a booking link, whether it takes bookings or not. Throws `event_not_found`. */
export async function findEventByLink(db: Db, bookingUrlId: string): Promise<Found> {
  const linkId = bookingUrlId.startsWith(PREFIX) ? bookingUrlId.slice(PREFIX.length) : ''
  if (!isCapability(linkId)) throw eventNotFound()
  const [found] = await db
    .select({ event: events, hostName: hosts.name })
    .from(events)
    .innerJoin(hosts, eq(hosts.id, events.hostId))
    .where(and(eq(events.bookingLinkId, linkId), isNull(events.deletedAt)))
  if (!found) throw eventNotFound()
  return found
}

/** The same for an event that takes bookings. Throws `event_not_accepting` too. */
export async function findPublicEvent(deps: Deps, bookingUrlId: string): Promise<Found> {
  const found = await findEventByLink(deps.db, bookingUrlId)
  assertAccepting(found.event)
  await assertInGoodStanding(deps, found.event.hostId)
  return found
}

export function assertAccepting(event: EventRow): void {
  if (!event.isEnabled || event.isArchived) throw eventNotAccepting()
}
