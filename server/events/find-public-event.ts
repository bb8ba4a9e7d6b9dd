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

/**
 * The event behind a booking link, even if it is deleted or takes no bookings. Throws `event_not_found`, also for the events
 * of a closed account.
 */
export async function findEventByLink(db: Db, bookingUrlId: string): Promise<Found> {
  const linkId = bookingUrlId.startsWith(PREFIX) ? bookingUrlId.slice(PREFIX.length) : ''
  if (!isCapability(linkId)) throw eventNotFound()
  const [found] = await db
    .select({ event: events, hostName: hosts.name })
    .from(events)
    .innerJoin(hosts, eq(hosts.id, events.hostId))
    .where(and(eq(events.bookingLinkId, linkId), isNull(hosts.deletedAt)))
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

/** Whether an event takes bookings, apart from its booking period. */
export const isAccepting = (event: EventRow) =>
  event.deletedAt === null && event.isEnabled && !event.isArchived

/** Throws `event_not_found` or `event_not_accepting`. */
export function assertAccepting(event: EventRow | null | undefined): asserts event is EventRow {
  if (!event || event.deletedAt !== null) throw eventNotFound()
  if (!isAccepting(event)) throw eventNotAccepting()
}
