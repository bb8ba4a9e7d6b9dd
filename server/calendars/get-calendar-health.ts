import { and, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { ENTRY_LATE_AFTER_MS } from '../../contract/booking-limits.ts'
import { bookings, calendars, events } from '../db/schema.ts'
import type { Db } from '../db/database.ts'
import type { Handler } from '../endpoint.ts'
import { toIso } from '../iso.ts'

export const getCalendarHealth: Handler<'getCalendarHealth'> = async ({ deps, caller }) => {
  const { db, now } = deps
  return {
    missing: await missingCalendars(db, caller.hostId, now()),
    unwritten: await unwrittenChanges(db, caller.hostId, now()),
  }
}

async function missingCalendars(db: Db, hostId: string, now: number) {
  const missing = await db
    .select()
    .from(calendars)
    .where(and(eq(calendars.hostId, hostId), isNotNull(calendars.missingSince)))
    .orderBy(calendars.name)
  if (missing.length === 0) return []
  const ids = missing.map(({ calendarId }) => calendarId)
  const count = sql<number>`count(*)::int`
  const eventCounts = await db
    .select({ calendarId: events.calendarId, count })
    .from(events)
    .where(
      and(
        eq(events.hostId, hostId),
        inArray(events.calendarId, ids),
        isNull(events.deletedAt),
        eq(events.isEnabled, true),
        eq(events.isArchived, false),
      ),
    )
    .groupBy(events.calendarId)
  const bookingCounts = await db
    .select({ calendarId: bookings.calendarId, count })
    .from(bookings)
    .where(and(isUpcoming(hostId, now), eq(bookings.status, 'confirmed'), inArray(bookings.calendarId, ids)))
    .groupBy(bookings.calendarId)
  const countOf = (counts: typeof eventCounts, id: string) =>
    counts.find(({ calendarId }) => calendarId === id)?.count ?? 0
  return missing
    .map(({ calendarId: id, name, missingSince }) => ({
      id,
      name,
      since: toIso(missingSince!),
      events: countOf(eventCounts, id),
      upcomingBookings: countOf(bookingCounts, id),
    }))
    .filter((one) => one.events > 0 || one.upcomingBookings > 0)
}

async function unwrittenChanges(db: Db, hostId: string, now: number) {
  const [found] = await db
    .select({
      count: sql<number>`count(*)::int`,
      since: sql<number | null>`floor(extract(epoch from min(${bookings.updatedAt})) * 1000)::float8`,
    })
    .from(bookings)
    .where(
      and(
        isUpcoming(hostId, now),
        sql`${bookings.entrySequence} is distinct from ${bookings.sequence}`,
        lt(bookings.updatedAt, now - ENTRY_LATE_AFTER_MS),
      ),
    )
  const { count, since } = found!
  return since === null ? null : { bookings: count, since: toIso(since) }
}

const isUpcoming = (hostId: string, now: number) => and(eq(bookings.hostId, hostId), gt(bookings.endAt, now))
