import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { Interval } from '../../availability/interval.ts'
import { MAX_RANGE_DAYS, offeredStarts, rangeOfDays } from '../../availability/slots.ts'
import { parseDate } from '../../availability/wall-time.ts'
import { zoneTable } from '../../contract/time-zones.ts'
import type { Slot } from '../../contract/booking.schema.ts'
import type { Deps } from '../deps.ts'
import { assertInGoodStanding } from '../billing/assert-in-good-standing.ts'
import { requireFreshMirror } from '../calendars/mirror/freshness.ts'
import { mirrorHorizon } from '../calendars/mirror/mirror-key.ts'
import { events, hosts } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { invalid, notFound } from '../errors.ts'
import type { EventRow } from '../db/schema.ts'
import { assertAccepting } from '../events/find-public-event.ts'
import { isId } from '../ids.ts'
import { findOpened, findShared } from './open-booking.ts'
import { slotRules } from './slot-rules.ts'

const MINUTE = 60_000

export const listSlots: Handler<'listSlots'> = async ({ deps, caller, params, query }) => {
  const range = rangeOf(query)
  if (!isId(params.id)) throw notFound()
  const [event] = await deps.db
    .select(getTableColumns(events))
    .from(events)
    .innerJoin(hosts, eq(hosts.id, events.hostId))
    .where(and(eq(events.id, params.id), isNull(events.deletedAt), isNull(hosts.deletedAt)))
  if (!event) throw notFound()
  assertAccepting(event)
  await assertInGoodStanding(deps, event.hostId)
  const shared = query.bookingId ? await findShared(deps.db, query.bookingId, caller?.hostId) : null
  return slotsOf(deps, event, range, shared?.bookingId ?? query.bookingId)
}

/**
 * The event's slots that start in `range` (epoch milliseconds, end exclusive), for a new booking or for moving an
 * existing one (`openedWith`: its id, or the token of a guest's link).
 */
export async function slotsOf(
  deps: Deps,
  event: EventRow,
  range: Interval,
  openedWith?: string,
): Promise<Slot[]> {
  const now = deps.now()
  if (range.end <= now || range.start >= mirrorHorizon(now)) return []
  const freshUntil = await requireFreshMirror(deps, event, range.end)
  const end = Math.min(range.end, freshUntil - (event.duration + event.bufferTime) * MINUTE)
  if (end <= range.start) return []
  const answerable = { start: range.start, end }
  const movedBooking =
    openedWith === undefined ? undefined : (await findOpened(deps.db, openedWith))?.bookingId
  const rules = await slotRules(deps.db, event, answerable, now, movedBooking)
  return offeredStarts({ ...rules, range: answerable }).map((start) => slotView(start, event.duration))
}

/** `duration` in minutes. */
export const slotView = (start: number, duration: number): Slot => ({
  startUtc: new Date(start).toISOString(),
  endUtc: new Date(start + duration * MINUTE).toISOString(),
})

function rangeOf(query: { dateFrom: string; dateTo: string; timezone: string }): Interval {
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
