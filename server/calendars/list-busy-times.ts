import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { merge } from '../../availability/interval.ts'
import { requestedRange } from '../bookings/list-slots.ts'
import { bookings, calendarEntries, events } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { toIso } from '../iso.ts'

export const listBusyTimes: Handler<'listBusyTimes'> = async ({ deps: { db }, caller, query }) => {
  const { hostId } = caller
  const range = requestedRange(query)
  const booked = db
    .select({ start: bookings.startAt, end: bookings.endAt })
    .from(bookings)
    .where(
      and(
        eq(bookings.hostId, hostId),
        eq(bookings.status, 'confirmed'),
        lt(bookings.startAt, range.end),
        gt(bookings.endAt, range.start),
      ),
    )
  const usedCalendars = db
    .select({ id: events.calendarId })
    .from(events)
    .where(and(eq(events.hostId, hostId), isNull(events.deletedAt)))
  const entries = db
    .select({ start: calendarEntries.startAt, end: calendarEntries.endAt })
    .from(calendarEntries)
    .where(
      and(
        eq(calendarEntries.hostId, hostId),
        inArray(calendarEntries.calendarId, usedCalendars),
        lt(calendarEntries.startAt, range.end),
        gt(calendarEntries.endAt, range.start),
      ),
    )
  return merge(await unionAll(booked, entries)).map(({ start, end }) => ({
    startUtc: toIso(start),
    endUtc: toIso(end),
  }))
}
