import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { merge } from '../../availability/interval.ts'
import { requestedRange } from '../http/requested-range.ts'
import { calendarEntries, calendars } from '../db/tables/calendars.ts'
import { bookings } from '../db/tables/bookings.ts'
import type { Handler } from '../http/endpoint.ts'
import { toIso } from '../http/iso.ts'
import { countsAsBusy, hostsCheckedIds, whereOfEntry } from './checked-calendars.ts'

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
  const entries = db
    .select({ start: calendarEntries.startAt, end: calendarEntries.endAt })
    .from(calendarEntries)
    .leftJoin(calendars, whereOfEntry(hostId))
    .where(
      and(
        eq(calendarEntries.hostId, hostId),
        sql`${calendarEntries.calendarId} in (${hostsCheckedIds(hostId)})`,
        countsAsBusy,
        lt(calendarEntries.startAt, range.end),
        gt(calendarEntries.endAt, range.start),
      ),
    )
  return merge(await unionAll(booked, entries)).map(({ start, end }) => ({
    startUtc: toIso(start),
    endUtc: toIso(end),
  }))
}
