import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Deps } from '../adapters/deps.ts'
import { assertInGoodStanding } from '../billing/assert-in-good-standing.ts'
import { hostPhotos } from '../db/tables/host-photos.ts'
import { hosts } from '../db/tables/hosts.ts'
import { type EventRow, events } from '../db/tables/events.ts'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { isOneOff, oneOffUrlId } from '../../contract/events/event-options.ts'
import { linkState } from '../../contract/events/one-off-links.ts'
import { type EventLinkRow, eventLinks } from '../db/tables/event-links.ts'
import { eventNotAccepting, eventNotFound, linkDeleted, linkExpired, linkUsedUp } from '../http/errors.ts'
import { hostRevision } from '../http/kept-answers/host-revisions.ts'
import { type HostRules, hostRules } from '../schedules/event-hours.ts'
import { isCapability } from '../db/ids.ts'

const PREFIX = 'event_'

export interface Found {
  event: EventRow
  host: HostRules
  hostName: string
  /** Of the photo that the host shows; null if there is none. */
  photoDigest: string | null
  /** Read with the event, for answers that are kept. */
  revision: number
  /** The one-off link that was used; null for the event's own link. */
  link: EventLinkRow | null
}

const columns = {
  event: events,
  host: hostRules,
  hostName: hosts.name,
  photoDigest: hostPhotos.digest,
  revision: hostRevision,
}

const findByOwnLink = prepared((db) =>
  db
    .select(columns)
    .from(events)
    .innerJoin(hosts, eq(hosts.id, events.hostId))
    .leftJoin(hostPhotos, eq(hostPhotos.hostId, events.hostId))
    .where(and(eq(events.bookingLinkId, sql.placeholder('linkId')), isNull(hosts.deletedAt))),
)

/**
 * The event behind a booking link, even if it is deleted or takes no bookings. Throws `event_not_found`, also for the
 * events of a closed account, or `link_deleted`.
 */
export async function findEventByLink(db: Db, bookingUrlId: string): Promise<Found> {
  const found = await findEventByAnyLink(db, bookingUrlId)
  assertPresent(found.link)
  return found
}

/** The same behind a one-off link, even if that is deleted. Throws `link_deleted` if it is gone for good. */
export async function findEventByAnyLink(db: Db, bookingUrlId: string): Promise<Found> {
  if (isOneOff(bookingUrlId)) return findByOneOff(db, bookingUrlId)
  const linkId = bookingUrlId.startsWith(PREFIX) ? bookingUrlId.slice(PREFIX.length) : ''
  if (!isCapability(linkId)) throw eventNotFound()
  const [found] = await findByOwnLink(db, { linkId })
  if (!found) throw eventNotFound()
  return { ...found, link: null }
}

async function findByOneOff(db: Db, bookingUrlId: string): Promise<Found> {
  const token = bookingUrlId.slice(oneOffUrlId('').length)
  if (!isCapability(token)) throw eventNotFound()
  const [found] = await db
    .select({ ...columns, link: eventLinks })
    .from(eventLinks)
    .innerJoin(events, and(eq(events.hostId, eventLinks.hostId), eq(events.id, eventLinks.eventId)))
    .innerJoin(hosts, eq(hosts.id, events.hostId))
    .leftJoin(hostPhotos, eq(hostPhotos.hostId, events.hostId))
    .where(and(eq(eventLinks.token, token), isNull(hosts.deletedAt)))
  if (!found) throw linkDeleted()
  return found
}

function assertPresent(link: EventLinkRow | null): void {
  if (link && link.deletedAt !== null) throw linkDeleted()
}

/**
 * Throws `link_deleted`, `link_expired` or `link_used_up`, or `event_not_found` for the event's own link if it can be
 * booked with one-off links only.
 */
export function assertOpenLink({ event, link }: Pick<Found, 'event' | 'link'>, now: number): void {
  if (link === null) {
    if (event.rules.linksOnly) throw eventNotFound()
    return
  }
  assertPresent(link)
  const state = linkState(link, now)
  if (state === 'expired') throw linkExpired()
  if (state === 'used-up') throw linkUsedUp()
}

/**
 * The same for an event that takes bookings with this link. Throws `event_not_accepting` and the errors of
 * `assertOpenLink` too. Its host needs no one-off link.
 */
export async function findPublicEvent(
  deps: Deps,
  bookingUrlId: string,
  viewingHostId: string | null = null,
): Promise<Found> {
  const found = await findEventByLink(deps.db, bookingUrlId)
  if (found.link || found.event.hostId !== viewingHostId) assertOpenLink(found, deps.now())
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
