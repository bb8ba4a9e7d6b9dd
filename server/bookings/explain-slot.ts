import { and, eq, inArray, isNull } from 'drizzle-orm'
import { explainStart, type Closing } from '../../availability/explain.ts'
import type { Interval } from '../../availability/interval.ts'
import type { SlotRules } from '../../availability/rules.ts'
import { formatDate, weekdayOf } from '../../availability/wall-time.ts'
import type { DateOverride } from '../../contract/event-rules.ts'
import type { ClosingRule } from '../../contract/slot-explanation.schema.ts'
import { weekdays } from '../../contract/weekly-availability.ts'
import { isInGoodStanding } from '../billing/assert-in-good-standing.ts'
import { refreshMirror } from '../calendars/mirror/freshness.ts'
import { mirrorHorizon } from '../calendars/mirror/mirror-key.ts'
import type { Db } from '../db/database.ts'
import { bookings, calendars, type EventRow, events } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { Handler } from '../endpoint.ts'
import { AppError, notFound } from '../errors.ts'
import { isEvent } from '../events/save-event.ts'
import { isId } from '../ids.ts'
import { toIso } from '../iso.ts'
import { hostRules, rulesOfEvent } from '../schedules/event-hours.ts'
import { askedNew } from './asked-slots.ts'
import { type AskedSlots, limitsOf, reachOf, slotRules } from './slot-rules.ts'

const MINUTE = 60_000

export const explainSlot: Handler<'explainSlot'> = async ({ deps, caller, params, query }) => {
  if (!isId(params.id)) throw notFound()
  const [found] = await deps.db
    .select({ event: events, host: hostRules })
    .from(events)
    .where(and(isEvent(events, caller.hostId, params.id), isNull(events.deletedAt)))
  if (!found) throw notFound()
  const asked = { ...askedNew({ ...found, link: null }), duration: query.duration ?? found.event.duration }
  const start = Date.parse(query.start)
  const { schedule } = found.host
  const reasons = await closingRulesOf(deps, asked, start)
  return {
    startUtc: toIso(start),
    endUtc: toIso(start + asked.duration * MINUTE),
    isOffered: reasons.length === 0,
    schedule: schedule && { id: schedule.id, name: schedule.name },
    reasons,
  }
}

/** Every rule that keeps a start (epoch milliseconds) from being offered, as its host reads it. */
export async function closingRulesOf(deps: Deps, asked: AskedSlots, start: number): Promise<ClosingRule[]> {
  const { event } = asked
  const now = deps.now()
  const until = start + reachOf(asked).behind
  const around = await unreliable(deps, event, until)
  const rules = await slotRules(deps.db, asked, { start, end: start + 1 }, now)
  const closings = explainStart(rules, start)
  const busy = closings.flatMap((closing) => (closing.rule === 'busy' ? [closing.busy] : []))
  return [
    ...(await notAccepting(deps, event)),
    ...around,
    ...closings.flatMap((closing) => wordable(closing, asked, rules)),
    ...(await busyRules(deps.db, asked, busy, start)),
  ]
}

async function notAccepting(deps: Deps, event: EventRow): Promise<ClosingRule[]> {
  const because = [
    event.isArchived && ('archived' as const),
    !event.isEnabled && ('paused' as const),
    !(await isInGoodStanding(deps, event.hostId)) && ('subscription' as const),
  ]
  return because.flatMap((reason) => (reason ? [{ rule: 'notAccepting', because: reason }] : []))
}

/** Whether the calendar's entries aren't known up to `until`. */
async function unreliable(deps: Deps, event: EventRow, until: number): Promise<ClosingRule[]> {
  if (until > mirrorHorizon(deps.now())) return [{ rule: 'tooFarAhead' }]
  try {
    await refreshMirror(deps, event, until)
    return []
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'calendar_unreachable') throw error
    return [{ rule: 'calendar', calendarName: await calendarName(deps.db, event) }]
  }
}

async function calendarName(db: Db, { hostId, calendarId }: EventRow): Promise<string> {
  const [calendar] = await db
    .select({ name: calendars.name })
    .from(calendars)
    .where(and(eq(calendars.hostId, hostId), eq(calendars.calendarId, calendarId)))
  return calendar?.name ?? calendarId
}

/** A rule with its values, except for busy times. */
function wordable(closing: Closing, asked: AskedSlots, rules: SlotRules): ClosingRule[] {
  const { event } = asked
  switch (closing.rule) {
    case 'busy':
      return []
    case 'hours':
      return [hoursRule(closing, asked, rules)]
    case 'startTimes':
      return [{ rule: 'startTimes', startTimes: rulesOfEvent(event).startTimes, duration: asked.duration }]
    case 'minimumNotice':
      return [{ rule: 'minimumNotice', minutes: rules.noticeMinutes ?? 0 }]
    case 'bookingWindow':
      return [{ rule: 'bookingWindow', window: closing.window }]
    case 'limit': {
      const { per, bookings: count, minutes, of } = limitsOf(asked)[rules.limits!.indexOf(closing.limit)]!
      return [{ rule: 'limit', source: of, limit: { per, bookings: count, minutes } }]
    }
    case 'eventPeriod':
      return [{ rule: 'eventPeriod', startUtc: toIso(event.eventStart), endUtc: toIso(event.eventEnd) }]
    case 'bookingPeriod':
      return [
        {
          rule: 'bookingPeriod',
          startUtc: toIso(event.bookingStart),
          endUtc: toIso(event.bookingEnd),
        },
      ]
    case 'past':
      return [{ rule: 'past' }]
  }
}

function hoursRule(
  { day, zone, replacement }: Extract<Closing, { rule: 'hours' }>,
  { event, host }: AskedSlots,
  rules: SlotRules,
): ClosingRule {
  const source = host.schedule ? 'schedule' : 'event'
  const isReplacement = (override: DateOverride) => override === replacement
  const own = event.rules.overrides?.find(isReplacement)
  const override = own ?? host.schedule?.overrides.find(isReplacement)
  if (override) return { rule: 'override', source: own ? 'event' : source, ...override }
  const holiday = host.schedule?.holidayDates.find(isReplacement)
  if (holiday) return { rule: 'holiday', source, name: holiday.name, from: holiday.from, to: holiday.to }
  const { enabled, slots } = rules.week[weekdays[weekdayOf(day)]!]
  return {
    rule: 'hours',
    source,
    date: formatDate(day),
    timezone: zone.rules.timeZone,
    slots: enabled ? slots.map((slot) => ({ ...slot })) : [],
  }
}

/** Whose busy times are in the way: bookings, else entries of the event's calendar. */
async function busyRules(
  db: Db,
  asked: AskedSlots,
  busy: readonly Interval[],
  start: number,
): Promise<ClosingRule[]> {
  if (busy.length === 0) return []
  const { event } = asked
  const starts = [...new Set(busy.map((interval) => interval.start))]
  const booked = await db
    .select({
      bookingId: bookings.id,
      title: bookings.title,
      fullName: bookings.fullName,
      startAt: bookings.startAt,
      endAt: bookings.endAt,
    })
    .from(bookings)
    .where(
      and(
        eq(bookings.hostId, event.hostId),
        eq(bookings.status, 'confirmed'),
        inArray(bookings.startAt, starts),
      ),
    )
  const name = await calendarName(db, event)
  const end = start + asked.duration * MINUTE
  const described = busy.map((interval): ClosingRule => {
    const times = {
      startUtc: toIso(interval.start),
      endUtc: toIso(interval.end),
      isBuffer: interval.end <= start || interval.start >= end,
    }
    const booking = booked.find(({ startAt, endAt }) => startAt === interval.start && endAt === interval.end)
    if (!booking) {
      return { rule: 'calendarEntry', calendarId: event.calendarId, calendarName: name, ...times }
    }
    const { bookingId, title, fullName } = booking
    return { rule: 'booking', bookingId, title, fullName, ...times }
  })
  return described.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
}
