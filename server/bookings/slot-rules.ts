import { and, eq, gt, lt, ne } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Interval } from '../../availability/interval.ts'
import type { SlotRules } from '../../availability/slots.ts'
import { periodEnd } from '../../availability/wall-time.ts'
import { zoneTable } from '../../contract/time-zones.ts'
import { bookings, calendarEntries } from '../db/schema.ts'
import type { Db, Tx } from '../db/database.ts'
import type { EventRow } from '../db/schema.ts'

const MINUTE = 60_000

/**
 * The rules for an event's slots that start in `range` (epoch milliseconds), plus the host's busy times nearby:
 * confirmed bookings of any event (except one that is being moved) and entries of the event's calendar.
 */
export async function slotRules(
  db: Db | Tx,
  event: EventRow,
  range: Interval,
  now: number,
  movedBooking?: string,
): Promise<SlotRules> {
  const margin = (event.duration + event.bufferTime) * MINUTE
  const near = { start: range.start - margin, end: range.end + margin }
  const bookedTimes = db
    .select({ start: bookings.startAt, end: bookings.endAt })
    .from(bookings)
    .where(
      and(
        eq(bookings.hostId, event.hostId),
        eq(bookings.status, 'confirmed'),
        ...(movedBooking === undefined ? [] : [ne(bookings.id, movedBooking)]),
        lt(bookings.startAt, near.end),
        gt(bookings.endAt, near.start),
      ),
    )
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
  return rulesOf(event, await unionAll(bookedTimes, entryTimes), now)
}

/** The columns of an event that affect its slots. */
export type SlotEvent = Pick<
  EventRow,
  'week' | 'timezone' | 'duration' | 'bufferTime' | 'eventStart' | 'eventEnd' | 'bookingStart' | 'bookingEnd'
>

/** The event's own rules and its host's busy times. */
export function rulesOf(event: SlotEvent, busy: Interval[], now: number): SlotRules {
  const zone = zoneTable(event.timezone)
  const end = (at: number | null) => (at === null ? null : periodEnd(at, zone))
  return {
    week: event.week,
    zone,
    durationMinutes: event.duration,
    bufferMinutes: event.bufferTime,
    eventPeriod: { start: event.eventStart, end: end(event.eventEnd) },
    bookingPeriod: { start: event.bookingStart, end: end(event.bookingEnd) },
    busy,
    now,
  }
}
