import { isDeepStrictEqual } from 'node:util'
import { and, eq, gte, lt, ne, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { MINUTE } from '../../../availability/units.ts'
import type { Interval } from '../../../availability/interval.ts'
import { countedTime } from '../../../availability/limits.ts'
import type { BusyTime, Narrowing, SlotRules } from '../../../availability/slot-rules.ts'
import { periodEnd } from '../../../availability/wall-time.ts'
import { type BookingLimit, ruleLimits } from '../../../contract/events/event-rules.ts'
import { zoneTable } from '../../../contract/time/time-zones.ts'
import { weekdays } from '../../../contract/hours/weekly-availability.ts'
import {
  checkingPlaceholders,
  checkingValues,
  whereBusyEntry,
  whereOfEntry,
} from '../../calendars/checked-calendars.ts'
import { calendarEntries, calendars } from '../../db/tables/calendars.ts'
import { bookings } from '../../db/tables/bookings.ts'
import type { Db, Tx } from '../../db/database.ts'
import { placeholderLike, prepared } from '../../db/prepared.ts'
import type { EventRow } from '../../db/tables/events.ts'
import { hoursOf, rulesOfEvent } from '../../schedules/event-hours.ts'
import { buffersOf, savedBuffers } from '../../events/buffers.ts'
import type { RequestedRules, SlotRequest } from './slot-request.ts'

/** A host's busy times in a range, and somewhat around it. */
export interface BusyTimes {
  near: Interval
  busy: BusyTime[]
}

/**
 * The busy times that `slotRules` needs. Given to it, they save reading them again if they cover the same calendars and
 * time.
 */
export async function readBusyTimes(db: Db | Tx, asked: SlotRequest, range: Interval): Promise<BusyTimes> {
  const near = nearOf(asked, range)
  const { event, movedBooking = '', isUnsaved = false } = asked
  const busy = busyFrom(await busyTimes(db, { ...checkingValues(event), ...near, movedBooking }))
  return { near, busy: isUnsaved ? await withBuffersOf(db, event, busy) : busy }
}

/** With the buffers for the event's own bookings that they get when it is saved. */
async function withBuffersOf(db: Db | Tx, event: EventRow, busy: BusyTime[]): Promise<BusyTime[]> {
  if (busy.length === 0) return busy
  const own = await db
    .select({ start: bookings.startAt, end: bookings.endAt, ...savedBuffers(event) })
    .from(bookings)
    .where(
      and(
        eq(bookings.hostId, event.hostId),
        eq(bookings.eventId, event.id),
        eq(bookings.status, 'confirmed'),
        gte(bookings.startAt, Math.min(...busy.map(({ start }) => start))),
        lt(bookings.startAt, Math.max(...busy.map(({ end }) => end))),
      ),
    )
  // Bookings never overlap, and a calendar entry at the same time closes no more than the booking.
  const byTime = new Map(own.map((booking) => [`${booking.start} ${booking.end}`, booking]))
  return busy.map((time) => {
    const booking = byTime.get(`${time.start} ${time.end}`)
    return booking
      ? { ...time, bufferBeforeMinutes: booking.bufferBefore, bufferAfterMinutes: booking.bufferAfter }
      : time
  })
}

function nearOf(asked: SlotRequest, range: Interval): Interval {
  const { before, after } = reachOf(asked)
  return { start: range.start - before, end: range.end + after }
}

const busyTimes = prepared((db) => {
  const near = {
    start: placeholderLike(bookings.startAt, 'start'),
    end: placeholderLike(bookings.startAt, 'end'),
  }
  const { bufferBefore, bufferAfter } = bookings
  const largestBuffer = sql.raw(`interval '${ruleLimits.buffer} minutes'`)
  const reached = sql`tstzrange(${near.start}::timestamptz - ${largestBuffer}, ${near.end}::timestamptz + ${largestBuffer})`
  // Overlapping like this, they are found by the index of `bookings_never_overlap`, however many the host has.
  const bookedTimes = db
    .select({ start: bookings.startAt, end: bookings.endAt, bufferBefore, bufferAfter })
    .from(bookings)
    .where(
      and(
        eq(bookings.hostId, sql.placeholder('hostId')),
        eq(bookings.status, sql.raw(`'confirmed'`)),
        ne(bookings.id, sql.placeholder('movedBooking')),
        sql`tstzrange(${bookings.startAt}, ${bookings.endAt}) && ${reached}`,
      ),
    )
  const none = sql<number>`0`
  const entryTimes = (which: SQL) =>
    db
      .select({
        start: calendarEntries.startAt,
        end: calendarEntries.endAt,
        bufferBefore: none.as('buffer_before'),
        bufferAfter: none.as('buffer_after'),
      })
      .from(calendarEntries)
      .leftJoin(calendars, whereOfEntry(sql.placeholder('hostId')))
      .where(and(whereBusyEntry(checkingPlaceholders, near), which))
  const { startAt, endAt } = calendarEntries
  const monthBefore = sql`${near.start}::timestamptz - interval '744 hours'`
  const all = unionAll(
    bookedTimes,
    entryTimes(sql`${startAt} > ${monthBefore}`),
    // Written like the index of long entries. No shorter one reaches from there into the range.
    entryTimes(sql`${startAt} <= ${monthBefore} and ${endAt} - ${startAt} > interval '744 hours'`),
  ).as('busy')
  const ms = (at: typeof all.start | typeof all.end) => sql`(extract(epoch from ${at}) * 1000)::bigint`
  // One text: the embedded database takes 10 microseconds for each row.
  const time = sql`concat_ws(' ', ${ms(all.start)}, ${ms(all.end)}, ${all.bufferBefore}, ${all.bufferAfter})`
  return db.select({ times: sql<string | null>`string_agg(${time}, ' ')` }).from(all)
})

/**
 * `times`: start and end in epoch milliseconds, buffers before and after in minutes, of one busy time after the other.
 */
function busyFrom([row]: { times: string | null }[]): BusyTime[] {
  const numbers = row?.times?.split(' ').map(Number) ?? []
  return Array.from({ length: numbers.length / 4 }, (_, n) => ({
    start: numbers[4 * n]!,
    end: numbers[4 * n + 1]!,
    bufferBeforeMinutes: numbers[4 * n + 2]!,
    bufferAfterMinutes: numbers[4 * n + 3]!,
  }))
}

/**
 * The rules for an event's slots that start in `range` (epoch milliseconds), plus the host's busy times nearby:
 * confirmed bookings of any event (except one that is being moved) and entries of the calendars that the event checks.
 */
export async function slotRules(
  db: Db | Tx,
  asked: SlotRequest,
  range: Interval,
  now: number,
  known?: BusyTimes,
): Promise<SlotRules> {
  const { event, movedBooking } = asked
  const isKnown = known !== undefined && isDeepStrictEqual(known.near, nearOf(asked, range))
  const { busy } = isKnown ? known : await readBusyTimes(db, asked, range)
  const rules = rulesOf(asked, busy, now)
  const limits = limitsOf(asked)
  if (limits.length === 0) return rules
  const whereOfHost = and(
    eq(bookings.hostId, event.hostId),
    eq(bookings.status, 'confirmed'),
    ...(movedBooking === undefined ? [] : [ne(bookings.id, movedBooking)]),
  )
  const calendar = { zone: rules.zone, firstWeekday: rules.firstWeekday ?? 0 }
  const counted = countedTime(limits, range, calendar)
  const booked = await db
    .select({ start: bookings.startAt, end: bookings.endAt, eventId: bookings.eventId })
    .from(bookings)
    .where(and(whereOfHost, gte(bookings.startAt, counted.start), lt(bookings.startAt, counted.end)))
  const ofEvent = booked.filter(({ eventId }) => eventId === event.id)
  return {
    ...rules,
    limits: limits.map((limit) => ({ ...limit, booked: limit.of === 'host' ? booked : ofEvent })),
  }
}

/**
 * A limit and its source. A host's limit counts the bookings of all events, the others only the event's own bookings.
 */
export interface OwnedLimit extends BookingLimit {
  of: 'event' | 'link' | 'host'
}

/** In the order of the rules. */
export const limitsOf = ({ event, host, linkRules }: SlotRequest): OwnedLimit[] => [
  ...rulesOfEvent(event).limits.map((limit) => ({ ...limit, of: 'event' }) as const),
  ...(linkRules?.limits ?? []).map((limit) => ({ ...limit, of: 'link' }) as const),
  ...host.limits.map((limit) => ({ ...limit, of: 'host' }) as const),
]

/** How much time before and after a slot's start time must be free, in milliseconds. */
export function reachOf(asked: Omit<RequestedRules, 'host'>): { before: number; after: number } {
  const { bufferBefore, bufferAfter } = buffersOf(asked)
  return { before: bufferBefore * MINUTE, after: (asked.duration + bufferAfter) * MINUTE }
}

/** All rules but limits, and the host's busy times. */
export function rulesOf(asked: RequestedRules, busy: BusyTime[], now: number): SlotRules {
  const { event, host, linkRules } = asked
  const rules = rulesOfEvent(event)
  const buffers = buffersOf(asked)
  const zone = zoneTable(event.timezone)
  const end = (at: number | null) => (at === null ? null : periodEnd(at, zone))
  return {
    ...hoursOf(event, host.schedule),
    durationMinutes: asked.duration,
    bufferBeforeMinutes: buffers.bufferBefore,
    bufferAfterMinutes: buffers.bufferAfter,
    startTimes: rules.startTimes,
    narrowing: narrowingOf(linkRules),
    eventPeriod: { start: event.eventStart, end: end(event.eventEnd) },
    bookingPeriod: { start: event.bookingStart, end: end(event.bookingEnd) },
    noticeMinutes: Math.max(rules.minimumNotice, linkRules?.minimumNotice ?? 0),
    windows: [rules.bookingWindow, linkRules?.bookingWindow ?? null].filter((window) => window !== null),
    firstWeekday: weekdays.indexOf(host.weekStart),
    busy,
    now,
  }
}

/** What a link closes of the hours and of the starts in them. */
function narrowingOf(linkRules: RequestedRules['linkRules']): Narrowing | null {
  const { weeklyAvailabilitySlots: week = null, overrides: dates = [], startTimes = null } = linkRules ?? {}
  return week || dates.length > 0 || startTimes ? { week, dates, at: startTimes && startTimes.at } : null
}
