import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type {
  CalendarConnection,
  UnreadableEntries,
} from '../../../contract/calendars/calendar-connections.schema.ts'
import { user } from '../../../contract/account/user.schema.ts'
import {
  calendarConnections,
  calendarMirrors,
  type CalendarRow,
  calendars,
  type ConnectionRow,
} from '../../db/tables/calendars.ts'
import { bookings } from '../../db/tables/bookings.ts'
import { events } from '../../db/tables/events.ts'
import type { Deps } from '../../adapters/deps.ts'
import { notFound } from '../../http/errors.ts'
import { isId } from '../../db/ids.ts'
import { toIso } from '../../http/iso.ts'
import { type ConnectionKey, whereConnection } from '../calendar-id.ts'
import { connectionState } from '../connection.ts'
import { readUnreadable } from '../mirror/unreadable-entries.ts'

type ViewDeps = Pick<Deps, 'db' | 'now' | 'calendarProviders'>

/** Throws `not_found`. */
export async function readConnection(db: Deps['db'], hostId: string, id: string): Promise<ConnectionRow> {
  if (!isId(id)) throw notFound()
  const [connection] = await db.select().from(calendarConnections).where(whereConnection({ hostId, id }))
  if (!connection) throw notFound()
  return connection
}

/** A host's accounts: the one they sign in with, then the others as they were added. */
export async function readConnections(deps: ViewDeps, hostId: string): Promise<CalendarConnection[]> {
  const { id, createdAt } = calendarConnections
  const connections = await deps.db
    .select()
    .from(calendarConnections)
    .where(eq(calendarConnections.hostId, hostId))
    .orderBy(sql`${id} <> ${hostId}`, asc(createdAt), id)
  const rows = await readCalendars(deps, hostId)
  const unreadable = await readUnreadable(deps.db, hostId)
  const ofAccount = Map.groupBy(rows, ({ calendar }) => calendar.connectionId)
  return connections.map((connection) =>
    connectionView(deps, connection, ofAccount.get(connection.id) ?? [], unreadable),
  )
}

/** One of them. Throws `not_found`. */
export async function connectionById(
  deps: ViewDeps,
  { hostId, id }: ConnectionKey,
): Promise<CalendarConnection> {
  const found = (await readConnections(deps, hostId)).find((connection) => connection.id === id)
  if (!found) throw notFound()
  return found
}

interface ListedCalendar {
  calendar: CalendarRow
  syncedAt: number | null
  events: number
  upcomingBookings: number
}

function readCalendars({ db, now }: ViewDeps, hostId: string): Promise<ListedCalendar[]> {
  const whereOnCalendar = ({ calendarId }: typeof events | typeof bookings) =>
    eq(calendarId, calendars.calendarId)
  const whereWritten = and(eq(events.hostId, hostId), whereOnCalendar(events), isNull(events.deletedAt))
  const whereUpcoming = and(
    eq(bookings.hostId, hostId),
    whereOnCalendar(bookings),
    eq(bookings.status, 'confirmed'),
    gt(bookings.endAt, now()),
  )
  return db
    .select({
      calendar: calendars,
      syncedAt: calendarMirrors.syncedAt,
      events: sql<number>`(select count(*)::int from ${events} where ${whereWritten})`,
      upcomingBookings: sql<number>`(select count(*)::int from ${bookings} where ${whereUpcoming})`,
    })
    .from(calendars)
    .leftJoin(
      calendarMirrors,
      and(eq(calendarMirrors.hostId, calendars.hostId), eq(calendarMirrors.calendarId, calendars.calendarId)),
    )
    .where(eq(calendars.hostId, hostId))
    .orderBy(desc(calendars.isPrimary), asc(calendars.name), asc(calendars.calendarId))
}

function connectionView(
  deps: ViewDeps,
  connection: ConnectionRow,
  rows: readonly ListedCalendar[],
  unreadable: ReadonlyMap<string, UnreadableEntries>,
): CalendarConnection {
  const { id, hostId, provider, name, server, brokenAt, brokenReason, listFailedAt, reviewedAt } = connection
  const { pollMs } = deps.calendarProviders[provider].freshness
  return {
    id,
    provider,
    name,
    server,
    isSignIn: id === hostId,
    status: connectionState(deps, connection),
    problem: user.shape.calendarProblem.safeParse(brokenReason).data ?? null,
    brokenSince: toIso(brokenAt),
    isListOutdated: listFailedAt !== null,
    isReviewed: reviewedAt !== null,
    pollSeconds: pollMs && Math.ceil(pollMs / 1000),
    calendars: rows.map((row) => ({
      ...calendarView(row),
      unreadableEntries: unreadable.get(row.calendar.calendarId) ?? null,
    })),
  }
}

const calendarView = ({ calendar, syncedAt, ...used }: ListedCalendar) => ({
  id: calendar.calendarId,
  name: calendar.name,
  isPrimary: calendar.isPrimary,
  isWritable: calendar.isWritable,
  isChecked: calendar.isChecked,
  countsTentative: calendar.countsTentative,
  countsAllDay: calendar.countsAllDay,
  countsOutOfOffice: calendar.countsOutOfOffice,
  whenUnreadable: calendar.whenUnreadable,
  events: used.events,
  upcomingBookings: used.upcomingBookings,
  lastReadAt: toIso(syncedAt),
  unreadableSince: toIso(calendar.unreadableSince),
  trouble: calendar.trouble,
  missingSince: toIso(calendar.missingSince),
})
