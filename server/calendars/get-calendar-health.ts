import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, not, sql } from 'drizzle-orm'
import { ENTRY_LATE_AFTER_MS } from '../../contract/bookings/rate-limits.ts'
import type { CalendarHealth } from '../../contract/calendars/calendar-health.schema.ts'
import { user } from '../../contract/account/user.schema.ts'
import { calendarConnections, calendarMirrors, calendars } from '../db/tables/calendars.ts'
import { bookings } from '../db/tables/bookings.ts'
import { type EventRow, events } from '../db/tables/events.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../adapters/deps.ts'
import type { Handler } from '../http/endpoint.ts'
import { toIso } from '../http/iso.ts'
import { readCheckedCalendars } from './checked-calendars.ts'
import { knownUntil } from './mirror/freshness.ts'
import { inUseByEvents } from './mirror/mirror-use.ts'

export const getCalendarHealth: Handler<'getCalendarHealth'> = async ({ deps, caller: { hostId } }) => {
  const { db, now } = deps
  const [disconnected, unreadable] = await Promise.all([
    brokenAccounts(db, hostId),
    unreadableCalendars(db, hostId),
  ])
  const hasTrouble = disconnected.length + unreadable.length > 0
  const closed = hasTrouble ? await closedEvents(deps, hostId) : []
  const closedBy = (isCause: (cause: Cause) => boolean) =>
    closed.filter((causes) => causes.some(isCause)).length
  return {
    disconnected: disconnected.map((account) => ({
      ...account,
      closedEvents: closedBy(({ connectionId }) => connectionId === account.id),
    })),
    unreadable: unreadable.map((calendar) => ({
      ...calendar,
      closedEvents: closedBy(({ calendarId }) => calendarId === calendar.id),
    })),
    missing: await missingCalendars(db, hostId, now()),
    ...(await unwrittenChanges(db, hostId, now())),
  }
}

/** The one that the host signs in with is part of `User`. */
async function brokenAccounts(db: Db, hostId: string) {
  const { id, brokenAt, name } = calendarConnections
  const broken = await db
    .select()
    .from(calendarConnections)
    .where(and(eq(calendarConnections.hostId, hostId), ne(id, hostId), isNotNull(brokenAt)))
    .orderBy(name, id)
  return broken.map((connection) => ({
    id: connection.id,
    provider: connection.provider,
    name: connection.name,
    server: connection.server,
    problem: user.shape.calendarProblem.safeParse(connection.brokenReason).data ?? null,
    since: toIso(connection.brokenAt),
  }))
}

/** Those that events use, as when the trouble was noted: only they close times. */
async function unreadableCalendars(db: Db, hostId: string) {
  const unreadable = await db
    .select({
      calendar: calendars,
      account: {
        id: calendarConnections.id,
        name: calendarConnections.name,
        server: calendarConnections.server,
      },
    })
    .from(calendars)
    .innerJoin(
      calendarConnections,
      and(
        eq(calendarConnections.hostId, calendars.hostId),
        eq(calendarConnections.id, calendars.connectionId),
      ),
    )
    .innerJoin(
      calendarMirrors,
      and(eq(calendarMirrors.hostId, calendars.hostId), eq(calendarMirrors.calendarId, calendars.calendarId)),
    )
    .where(
      and(
        eq(calendars.hostId, hostId),
        isNotNull(calendars.unreadableSince),
        isNull(calendars.missingSince),
        inUseByEvents,
      ),
    )
    .orderBy(calendars.name, calendars.calendarId)
  return unreadable.map(({ calendar, account }) => ({
    id: calendar.calendarId,
    name: calendar.name,
    account,
    since: toIso(calendar.unreadableSince!),
    trouble: calendar.trouble,
  }))
}

interface Cause {
  calendarId: string
  connectionId: string | undefined
}

/** Of each active event that is closed by its calendars: which ones do that. */
async function closedEvents(deps: Deps, hostId: string): Promise<Cause[][]> {
  const active = await deps.db
    .select()
    .from(events)
    .where(and(eq(events.hostId, hostId), whereActive))
  // Events that check the same calendars are closed by the same ones.
  const groups = Map.groupBy(active, ({ calendarId, checkedCalendars }) =>
    JSON.stringify([calendarId, checkedCalendars]),
  )
  const closed: Cause[][] = []
  for (const group of groups.values()) {
    const causes = await causesOf(deps, group[0]!)
    if (causes.length > 0) closed.push(...group.map(() => causes))
  }
  return closed
}

async function causesOf(deps: Deps, event: EventRow): Promise<Cause[]> {
  const checked = await readCheckedCalendars(deps.db, event)
  return checked
    .filter((calendar) => knownUntil(deps, calendar) === null)
    .map(({ calendarId, calendar, mirror }) => ({
      calendarId,
      connectionId: calendar?.connectionId ?? mirror?.connectionId,
    }))
}

const whereActive = and(isNull(events.deletedAt), eq(events.isEnabled, true), eq(events.isArchived, false))

async function missingCalendars(db: Db, hostId: string, now: number): Promise<CalendarHealth['missing']> {
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
    .where(and(eq(events.hostId, hostId), inArray(events.calendarId, ids), whereActive))
    .groupBy(events.calendarId)
  const bookingCounts = await db
    .select({ calendarId: bookings.calendarId, count })
    .from(bookings)
    .where(
      and(whereUpcoming(hostId, now), eq(bookings.status, 'confirmed'), inArray(bookings.calendarId, ids)),
    )
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
  const whereRefused = sql`${bookings.refusedSequence} is not distinct from ${bookings.sequence}`
  const whereLate = and(not(whereRefused), lt(bookings.updatedAt, now - ENTRY_LATE_AFTER_MS))
  const [found] = await db
    .select({
      count: sql<number>`(count(*) filter (where ${whereLate}))::int`,
      refused: sql<number>`(count(*) filter (where ${whereRefused}))::int`,
      since: sql<number | null>`floor(extract(epoch from
        min(${bookings.updatedAt}) filter (where ${whereLate})) * 1000)::float8`,
    })
    .from(bookings)
    .where(
      and(whereUpcoming(hostId, now), sql`${bookings.entrySequence} is distinct from ${bookings.sequence}`),
    )
  const { count, refused, since } = found!
  return { unwritten: since === null ? null : { bookings: count, since: toIso(since) }, refused }
}

const whereUpcoming = (hostId: string, now: number) =>
  and(eq(bookings.hostId, hostId), gt(bookings.endAt, now))
