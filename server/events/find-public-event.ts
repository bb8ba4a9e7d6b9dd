import { and, eq, isNull } from 'drizzle-orm'
import { events, hosts } from '../db/schema.ts'
import type { Db } from '../db/open.ts'
import { eventNotAccepting, eventNotFound } from '../errors.ts'
import type { EventRow } from './event-view.ts'

const PREFIX = 'event_'

/** The event behind a booking link. Throws `event_not_found`, or `event_not_accepting` where it takes no bookings. */
export async function findPublicEvent(
  db: Db,
  bookingUrlId: string,
): Promise<{ event: EventRow; hostName: string }> {
  if (!bookingUrlId.startsWith(PREFIX)) throw eventNotFound()
  const [found] = await db
    .select({ event: events, hostName: hosts.name })
    .from(events)
    .innerJoin(hosts, eq(hosts.id, events.hostId))
    .where(and(eq(events.bookingLinkId, bookingUrlId.slice(PREFIX.length)), isNull(events.deletedAt)))
  if (!found) throw eventNotFound()
  assertAccepting(found.event)
  return found
}

export function assertAccepting(event: EventRow): void {
  if (!event.isEnabled || event.isArchived) throw eventNotAccepting()
}
