import { and, eq, isNull } from 'drizzle-orm'
import type { Interval } from '../../availability/interval.ts'
import { MAX_RANGE_DAYS, offeredStarts, rangeOfDays } from '../../availability/slots.ts'
import { parseDate } from '../../availability/wall-time.ts'
import { zoneTable } from '../../contract/time-zones.ts'
import type { Slot } from '../../contract/booking.schema.ts'
import type { Deps } from '../deps.ts'
import { assertInGoodStanding } from '../billing/assert-in-good-standing.ts'
import { requireFreshMirror } from '../calendars/mirror/freshness.ts'
import { mirrorHorizon } from '../calendars/mirror/mirror-key.ts'
import type { Db } from '../db/database.ts'
import { bookings, events, hosts } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { invalid, notFound } from '../errors.ts'
import type { EventRow } from '../db/schema.ts'
import { findLink } from '../event-links/find-link.ts'
import { assertAccepting } from '../events/find-public-event.ts'
import { hostRules } from '../schedules/event-hours.ts'
import { isId } from '../ids.ts'
import { askedMove, askedNew } from './asked-slots.ts'
import { isBooking } from './lock-booking.ts'
import { findOpened, findShared } from './open-booking.ts'
import { type AskedSlots, reachOf, slotRules } from './slot-rules.ts'

const MINUTE = 60_000

export const listSlots: Handler<'listSlots'> = async ({ deps, caller, params, query }) => {
  const range = requestedRange(query)
  if (!isId(params.id)) throw notFound()
  const [found] = await deps.db
    .select({ event: events, host: hostRules })
    .from(events)
    .innerJoin(hosts, eq(hosts.id, events.hostId))
    .where(and(eq(events.id, params.id), isNull(events.deletedAt), isNull(hosts.deletedAt)))
  if (!found) throw notFound()
  const { event } = found
  assertAccepting(event)
  await assertInGoodStanding(deps, event.hostId)
  const shared = query.bookingId ? await findShared(deps.db, query.bookingId, caller?.hostId) : null
  const openedWith = shared?.bookingId ?? query.bookingId
  const moved = openedWith === undefined ? null : await findMoved(deps.db, event, openedWith)
  if (moved) return slotsOf(deps, moved, range)
  const link = query.bookingUrlId ? await findLink(deps, event, query.bookingUrlId) : null
  if (event.rules.linksOnly && link === null && caller?.hostId !== event.hostId) throw notFound()
  return slotsOf(deps, askedNew({ ...found, link }, query.duration), range)
}

/**
 * What is asked for when a confirmed booking of the event is moved that an id or the token of a guest's link opens; null if
 * that opens none.
 */
export async function findMoved(db: Db, event: EventRow, openedWith: string): Promise<AskedSlots | null> {
  const opened = await findOpened(db, openedWith)
  if (opened === null) return null
  const [booking] = await db
    .select()
    .from(bookings)
    .where(isBooking({ hostId: opened.hostId, id: opened.bookingId }))
  const isMovable = booking?.eventId === event.id && booking.status === 'confirmed'
  return isMovable ? askedMove(db, event, booking) : null
}

/** The slots that start in `range` (epoch milliseconds, end exclusive). */
export async function slotsOf(deps: Deps, asked: AskedSlots, range: Interval): Promise<Slot[]> {
  const { event, duration } = asked
  const now = deps.now()
  if (range.end <= now || range.start >= mirrorHorizon(now)) return []
  const freshUntil = await requireFreshMirror(deps, event, range.end)
  const end = Math.min(range.end, freshUntil - reachOf(asked).behind)
  if (end <= range.start) return []
  const answerable = { start: range.start, end }
  const rules = await slotRules(deps.db, asked, answerable, now)
  return offeredStarts({ ...rules, range: answerable }).map((start) => slotView(start, duration))
}

/** `duration` in minutes. */
export const slotView = (start: number, duration: number): Slot => ({
  startUtc: new Date(start).toISOString(),
  endUtc: new Date(start + duration * MINUTE).toISOString(),
})

/** The instants of the requested days. Throws `validation_failed` for dates that can't be requested. */
export function requestedRange(query: { dateFrom: string; dateTo: string; timezone: string }): Interval {
  const fields: Record<string, string> = {}
  const day = (name: 'dateFrom' | 'dateTo') => {
    try {
      return parseDate(query[name])
    } catch {
      fields[name] = 'Use a date such as 2027-03-14'
      return 0
    }
  }
  const days = day('dateTo') - day('dateFrom') + 1
  if (Object.keys(fields).length > 0) throw invalid(fields)
  if (days < 1) throw invalid({ dateFrom: 'dateFrom cannot be after dateTo' })
  if (days > MAX_RANGE_DAYS) throw invalid({ dateTo: `Request at most ${MAX_RANGE_DAYS} days at a time` })
  return rangeOfDays(query.dateFrom, query.dateTo, zoneTable(query.timezone))
}
