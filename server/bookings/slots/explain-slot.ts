import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { MINUTE } from '../../../availability/units.ts'
import { explainStart, type Closing } from '../../../availability/explain.ts'
import type { Interval } from '../../../availability/interval.ts'
import { ALWAYS } from '../../../availability/narrowing.ts'
import type { SlotRules } from '../../../availability/slot-rules.ts'
import type { WeeklyAvailability } from '../../../availability/week.ts'
import { formatDate, weekdayOf } from '../../../availability/wall-time.ts'
import { linkState } from '../../../contract/events/one-off-links.ts'
import type { DateOverride } from '../../../contract/hours/hours.ts'
import type { ClosingReason, explanationQuery } from '../../../contract/events/slot-explanation.schema.ts'
import { weekdays } from '../../../contract/hours/weekly-availability.ts'
import { isInGoodStanding } from '../../billing/assert-in-good-standing.ts'
import { refreshMirrors, untrustedCalendars } from '../../calendars/mirror/freshness.ts'
import { mirrorHorizon } from '../../calendars/mirror-key.ts'
import type { Db } from '../../db/database.ts'
import { checkingValues, whereBusyEntry, whereOfEntry } from '../../calendars/checked-calendars.ts'
import { calendarEntries, calendars } from '../../db/tables/calendars.ts'
import { type BookingRow, bookings } from '../../db/tables/bookings.ts'
import { type EventRow, events } from '../../db/tables/events.ts'
import type { EventLinkRow } from '../../db/tables/event-links.ts'
import type { Deps } from '../../adapters/deps.ts'
import type { Handler } from '../../http/endpoint.ts'
import { AppError, bookingNotConfirmed, notFound } from '../../http/errors.ts'
import { findEventByLink } from '../../events/find-public-event.ts'
import { whereEvent } from '../../events/save-event.ts'
import { toIso } from '../../http/iso.ts'
import { hostRules, rulesOfEvent } from '../../schedules/event-hours.ts'
import { type Bookable, newSlotRequest, slotRequestForMove, type SlotRequest } from './slot-request.ts'
import { findBookingOf } from './list-slots.ts'
import { limitsOf, reachOf, slotRules } from './read-slot-rules.ts'

export const explainSlot: Handler<'explainSlot'> = async ({ deps, caller, params, query }) => {
  const [found] = await deps.db
    .select({ event: events, host: hostRules })
    .from(events)
    .where(and(whereEvent(caller.hostId, params.id), isNull(events.deletedAt)))
  if (!found) throw notFound()
  const { asked, link } = await askedBy(deps.db, found, query)
  const { start } = query
  const { schedule } = found.host
  const reasons = [...closedLink(link, deps.now()), ...(await closingReasons(deps, asked, start))]
  return {
    startUtc: toIso(start),
    endUtc: toIso(start + asked.duration * MINUTE),
    isOffered: reasons.length === 0,
    schedule: schedule && { id: schedule.id, name: schedule.name },
    reasons,
  }
}

async function askedBy(
  db: Db,
  found: Omit<Bookable, 'link'>,
  { bookingId, bookingUrlId, duration }: z.output<typeof explanationQuery>,
): Promise<{ asked: SlotRequest; link: EventLinkRow | null }> {
  if (bookingId !== undefined) {
    const booking = await findBookingOf(db, found.event, bookingId)
    if (!booking) throw notFound()
    if (booking.status !== 'confirmed') throw bookingNotConfirmed()
    // A booking moves by its link's rules even when nobody can book with it anymore.
    return { asked: await slotRequestForMove(db, found.event, booking), link: null }
  }
  const link = bookingUrlId === undefined ? null : await readLink(db, found.event, bookingUrlId)
  const asked = newSlotRequest({ ...found, link })
  return { asked: { ...asked, duration: duration ?? asked.duration }, link }
}

/** The one-off link of an event, open or not; null for the event's own link. */
async function readLink(db: Db, event: EventRow, bookingUrlId: string): Promise<EventLinkRow | null> {
  const found = await findEventByLink(db, bookingUrlId)
  if (found.event.id !== event.id) throw notFound()
  return found.link
}

const closedLink = (link: EventLinkRow | null, now: number): ClosingReason[] =>
  link && linkState(link, now) !== 'open' ? [{ rule: 'notAccepting', because: 'linkClosed' }] : []

/** Every rule that keeps a start (epoch milliseconds) from being offered, as its host reads it. */
async function closingReasons(deps: Deps, asked: SlotRequest, start: number): Promise<ClosingReason[]> {
  const { event } = asked
  const now = deps.now()
  const until = start + reachOf(asked).after
  const around = await unreliable(deps, event, until)
  const rules = await slotRules(deps.db, asked, { start, end: start + 1 }, now)
  const closings = explainStart(rules, start)
  const busy = closings.flatMap((closing) => (closing.rule === 'busy' ? [closing.busy] : []))
  return [
    ...(await notAccepting(deps, event)),
    ...around,
    ...closings.flatMap((closing) => describeClosing(closing, asked, rules)),
    ...(await busyReasons(deps.db, asked, busy, start)),
  ]
}

async function notAccepting(deps: Deps, event: EventRow): Promise<ClosingReason[]> {
  const because = [
    event.isArchived && ('archived' as const),
    !event.isEnabled && ('paused' as const),
    !(await isInGoodStanding(deps, event.hostId)) && ('subscription' as const),
  ]
  return because.flatMap((reason) => (reason ? [{ rule: 'notAccepting', because: reason }] : []))
}

/** The calendars whose entries aren't known up to `until`. */
async function unreliable(deps: Deps, event: EventRow, until: number): Promise<ClosingReason[]> {
  if (until > mirrorHorizon(deps.now())) return [{ rule: 'tooFarAhead' }]
  try {
    await refreshMirrors(deps, event, until)
    return []
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'calendar_unreachable') throw error
    const untrusted = await untrustedCalendars(deps, event, until)
    return untrusted.map(({ calendar, calendarId }) => ({
      rule: 'calendar',
      calendarName: calendar?.name ?? calendarId,
    }))
  }
}

/** A rule with its values, except for busy times. */
function describeClosing(closing: Closing, asked: SlotRequest, rules: SlotRules): ClosingReason[] {
  const { event, linkRules } = asked
  switch (closing.rule) {
    case 'busy':
      return []
    case 'hours':
      return hoursReasons(closing, asked, rules)
    case 'narrowedHours':
      return linkReasons(closing, asked, rules)
    case 'startTimes': {
      const { startTimes } = rulesOfEvent(event)
      return [{ rule: 'startTimes', source: 'event', startTimes, duration: asked.duration }]
    }
    case 'narrowedStarts': {
      const startTimes = linkRules?.startTimes ?? null
      return [{ rule: 'startTimes', source: 'link', startTimes, duration: asked.duration }]
    }
    case 'minimumNotice': {
      const minutes = rules.noticeMinutes ?? 0
      const source = minutes === rulesOfEvent(event).minimumNotice ? 'event' : 'link'
      return [{ rule: 'minimumNotice', source, minutes }]
    }
    case 'bookingWindow': {
      const source = closing.window === linkRules?.bookingWindow ? 'link' : 'event'
      return [{ rule: 'bookingWindow', source, window: closing.window }]
    }
    case 'limit': {
      const { per, bookings: count, minutes, of } = limitsOf(asked)[rules.limits!.indexOf(closing.limit)]!
      return [{ rule: 'limit', source: of, limit: { per, bookings: count, minutes } }]
    }
    case 'eventPeriod':
      return [{ rule: 'eventPeriod', startUtc: toIso(event.eventStart), endUtc: toIso(event.eventEnd) }]
    case 'bookingPeriod':
      return [{ rule: 'bookingPeriod', startUtc: toIso(event.bookingStart), endUtc: toIso(event.bookingEnd) }]
    case 'past':
      return [{ rule: 'past' }]
  }
}

type ClosedHours = Extract<Closing, { rule: 'hours' | 'narrowedHours' }>

/** In the order in which they count. */
function hoursReasons(closing: ClosedHours, { event, host }: SlotRequest, rules: SlotRules): ClosingReason[] {
  const source = host.schedule ? 'schedule' : 'event'
  if (closing.replacements.length === 0) return [weeklyHoursReason(closing, source, rules.week, rules)]
  const zone = zoneOf(closing, rules)
  return closing.replacements.flatMap((replacement): ClosingReason[] => {
    const isReplacement = (override: DateOverride) => override === replacement
    const own = event.rules.overrides?.find(isReplacement)
    const override = own ?? host.schedule?.overrides.find(isReplacement)
    if (override) return [{ rule: 'override', source: own ? 'event' : source, ...zone, ...override }]
    const holiday = host.schedule?.holidayDates.find(isReplacement)
    return holiday
      ? [{ rule: 'holiday', source, name: holiday.name, from: holiday.from, to: holiday.to }]
      : []
  })
}

/**
 * A date without hours of the link's own is open all day, apart from the dates beside it that the meeting runs into.
 */
function linkReasons(closing: ClosedHours, { linkRules }: SlotRequest, rules: SlotRules): ClosingReason[] {
  const overrides = linkRules?.overrides?.filter((each) => closing.replacements.includes(each)) ?? []
  if (overrides.length > 0) {
    const zone = zoneOf(closing, rules)
    return overrides.map((override) => ({ rule: 'override', source: 'link', ...zone, ...override }))
  }
  return [weeklyHoursReason(closing, 'link', linkRules?.weeklyAvailabilitySlots ?? ALWAYS, rules)]
}

function weeklyHoursReason(
  closing: ClosedHours,
  source: 'event' | 'schedule' | 'link',
  week: WeeklyAvailability,
  rules: SlotRules,
): ClosingReason {
  const { enabled, slots } = week[weekdays[weekdayOf(closing.day)]!]
  return {
    rule: 'hours',
    source,
    date: formatDate(closing.day),
    ...zoneOf(closing, rules),
    slots: enabled ? slots : [],
  }
}

const zoneOf = (closing: ClosedHours, rules: SlotRules) => {
  const { timeZone } = closing.zone.rules
  return { timezone: timeZone, isTrip: timeZone !== rules.zone.rules.timeZone }
}

/** Whose busy times are in the way: bookings, else entries of the calendars that the event checks. */
async function busyReasons(
  db: Db,
  asked: SlotRequest,
  busy: readonly Interval[],
  start: number,
): Promise<ClosingReason[]> {
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
      bufferBefore: bookings.bufferBefore,
      bufferAfter: bookings.bufferAfter,
    })
    .from(bookings)
    .where(
      and(
        eq(bookings.hostId, event.hostId),
        eq(bookings.status, 'confirmed'),
        inArray(bookings.startAt, starts),
      ),
    )
  const entries = await entriesAt(db, event, starts)
  const end = start + asked.duration * MINUTE
  const described = withoutRepeats(busy).flatMap((interval): ClosingReason[] => {
    const times = {
      startUtc: toIso(interval.start),
      endUtc: toIso(interval.end),
      isBuffer: interval.end <= start || interval.start >= end,
    }
    const booking = booked.find(({ startAt, endAt }) => startAt === interval.start && endAt === interval.end)
    if (booking) {
      const { bookingId, title, fullName } = booking
      const keepsFree = ownBuffer(booking, { start, end })
      return [{ rule: 'booking' as const, bookingId, title, fullName, ...times, keepsFree }]
    }
    return entries
      .filter(({ startAt, endAt }) => startAt === interval.start && endAt === interval.end)
      .map(({ calendarId, calendarName }) => ({
        rule: 'calendarEntry' as const,
        calendarId,
        calendarName: calendarName ?? calendarId,
        ...times,
      }))
  })
  return described.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
}

/** The same meeting can be in several calendars. */
const withoutRepeats = (busy: readonly Interval[]) => [
  ...new Map(busy.map((interval) => [`${interval.start} ${interval.end}`, interval])).values(),
]

type Booked = Pick<BookingRow, 'startAt' | 'endAt' | 'bufferBefore' | 'bufferAfter'>

/** The buffer of a booking that a slot beside it overlaps, if any. */
function ownBuffer({ startAt, endAt, bufferBefore, bufferAfter }: Booked, slot: Interval) {
  if (slot.end <= startAt && slot.end > startAt - bufferBefore * MINUTE) {
    return { side: 'before' as const, minutes: bufferBefore }
  }
  if (slot.start >= endAt && slot.start < endAt + bufferAfter * MINUTE) {
    return { side: 'after' as const, minutes: bufferAfter }
  }
  return null
}

/** Those that begin at one of `starts`. */
async function entriesAt(db: Db, event: EventRow, starts: number[]) {
  const range = { start: Math.min(...starts), end: Math.max(...starts) + 1 }
  const entries = await db
    .selectDistinct({
      calendarId: calendarEntries.calendarId,
      calendarName: calendars.name,
      startAt: calendarEntries.startAt,
      endAt: calendarEntries.endAt,
    })
    .from(calendarEntries)
    .leftJoin(calendars, whereOfEntry(event.hostId))
    .where(whereBusyEntry(checkingValues(event), range))
  return entries.filter(({ startAt }) => starts.includes(startAt))
}
