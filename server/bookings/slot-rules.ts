import { and, eq, gt, gte, lt, ne } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Interval } from '../../availability/interval.ts'
import { countedTime } from '../../availability/limits.ts'
import type { SlotRules } from '../../availability/rules.ts'
import { periodEnd } from '../../availability/wall-time.ts'
import type { BookingLimit, EventRules } from '../../contract/event-rules.ts'
import { zoneTable } from '../../contract/time-zones.ts'
import { weekdays } from '../../contract/weekly-availability.ts'
import { bookings, calendarEntries } from '../db/schema.ts'
import type { Db, Tx } from '../db/database.ts'
import type { EventRow } from '../db/schema.ts'
import { type HostRules, hoursOf, rulesOfEvent } from '../schedules/event-hours.ts'

const MINUTE = 60_000

/** What someone wants to book. */
export interface AskedSlots {
  event: EventRow
  host: HostRules
  /** Minutes. */
  duration: number
  /** The rules of the one-off link that it is booked with; they apply in addition to the event's. */
  linkRules?: Partial<EventRules> | undefined
  /** The id of a booking that is being moved: its own time counts as free. */
  movedBooking?: string | undefined
}

/**
 * The rules for an event's slots that start in `range` (epoch milliseconds), plus the host's busy times nearby:
 * confirmed bookings of any event (except one that is being moved) and entries of the event's calendar.
 */
export async function slotRules(
  db: Db | Tx,
  asked: AskedSlots,
  range: Interval,
  now: number,
): Promise<SlotRules> {
  const { event, movedBooking } = asked
  const { before, behind } = reachOf(asked)
  const near = { start: range.start - before, end: range.end + behind }
  const isOfHost = and(
    eq(bookings.hostId, event.hostId),
    eq(bookings.status, 'confirmed'),
    ...(movedBooking === undefined ? [] : [ne(bookings.id, movedBooking)]),
  )
  const bookedTimes = db
    .select({ start: bookings.startAt, end: bookings.endAt })
    .from(bookings)
    .where(and(isOfHost, lt(bookings.startAt, near.end), gt(bookings.endAt, near.start)))
  const entryTimes = db
    .select({ start: calendarEntries.startAt, end: calendarEntries.endAt })
    .from(calendarEntries)
    .where(
      and(
        eq(calendarEntries.hostId, event.hostId),
        eq(calendarEntries.calendarId, event.calendarId),
        lt(calendarEntries.startAt, near.end),
        gt(calendarEntries.endAt, near.start),
      ),
    )
  const rules = rulesOf(asked, await unionAll(bookedTimes, entryTimes), now)
  const limits = limitsOf(asked)
  if (limits.length === 0) return rules
  const calendar = { zone: rules.zone, firstWeekday: rules.firstWeekday ?? 0 }
  const counted = countedTime(limits, range, calendar)
  const booked = await db
    .select({ start: bookings.startAt, end: bookings.endAt, eventId: bookings.eventId })
    .from(bookings)
    .where(and(isOfHost, gte(bookings.startAt, counted.start), lt(bookings.startAt, counted.end)))
  const ofEvent = booked.filter(({ eventId }) => eventId === event.id)
  return {
    ...rules,
    limits: limits.map((limit) => ({ ...limit, booked: limit.of === 'host' ? booked : ofEvent })),
  }
}

/** A limit, and whether it is on the event's bookings or on all of its host's. */
export interface OwnedLimit extends BookingLimit {
  of: 'event' | 'host'
}

/** In the order of the rules. */
export const limitsOf = ({ event, host, linkRules }: AskedSlots): OwnedLimit[] => [
  ...[...rulesOfEvent(event).limits, ...(linkRules?.limits ?? [])].map(
    (limit) => ({ ...limit, of: 'event' }) as const,
  ),
  ...host.limits.map((limit) => ({ ...limit, of: 'host' }) as const),
]

/** The columns of an event that affect its slots. */
export type SlotEvent = Pick<
  EventRow,
  | 'week'
  | 'timezone'
  | 'duration'
  | 'bufferTime'
  | 'rules'
  | 'eventStart'
  | 'eventEnd'
  | 'bookingStart'
  | 'bookingEnd'
>

type AskedRules = Pick<AskedSlots, 'duration' | 'linkRules' | 'host'> & { event: SlotEvent }

/** Minutes before and after a booking that must be free. */
export function buffersOf({ event, linkRules }: Pick<AskedRules, 'event' | 'linkRules'>) {
  const { bufferBefore, bufferAfter } = rulesOfEvent(event)
  return {
    before: Math.max(bufferBefore ?? event.bufferTime, linkRules?.bufferBefore ?? 0),
    after: Math.max(bufferAfter ?? event.bufferTime, linkRules?.bufferAfter ?? 0),
  }
}

/** How far before and behind a slot's start time must be free, in milliseconds. */
export function reachOf(asked: Omit<AskedRules, 'host'>): { before: number; behind: number } {
  const { before, after } = buffersOf(asked)
  return { before: before * MINUTE, behind: (asked.duration + after) * MINUTE }
}

/** All rules but limits, and the host's busy times. */
export function rulesOf(asked: AskedRules, busy: Interval[], now: number): SlotRules {
  const { event, host, linkRules } = asked
  const rules = rulesOfEvent(event)
  const buffers = buffersOf(asked)
  const zone = zoneTable(event.timezone)
  const end = (at: number | null) => (at === null ? null : periodEnd(at, zone))
  return {
    ...hoursOf(event, host.schedule),
    durationMinutes: asked.duration,
    bufferBeforeMinutes: buffers.before,
    bufferAfterMinutes: buffers.after,
    startTimes: rules.startTimes,
    eventPeriod: { start: event.eventStart, end: end(event.eventEnd) },
    bookingPeriod: { start: event.bookingStart, end: end(event.bookingEnd) },
    noticeMinutes: Math.max(rules.minimumNotice, linkRules?.minimumNotice ?? 0),
    windows: [rules.bookingWindow, linkRules?.bookingWindow ?? null].filter((window) => window !== null),
    firstWeekday: weekdays.indexOf(host.weekStart),
    busy,
    now,
  }
}
