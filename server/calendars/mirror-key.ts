import { and, eq, sql } from 'drizzle-orm'
import { DAY } from '../../availability/units.ts'
import { calendarMirrors } from '../db/tables/calendars.ts'
import { type CalendarKey, type ConnectionKey, splitCalendarId } from './calendar-id.ts'

/** Names the mirror of one calendar. */
export type MirrorKey = CalendarKey

export const whereMirror = ({ hostId, calendarId }: MirrorKey) =>
  and(eq(calendarMirrors.hostId, hostId), eq(calendarMirrors.calendarId, calendarId))

export const mirrorId = ({ hostId, calendarId }: MirrorKey) => `${hostId} ${calendarId}`

/** SQL: the server of a connection, for the queue that its mirrors wait in. */
export const serverOf = ({ hostId, id }: ConnectionKey) =>
  sql<
    string | null
  >`(select c.server from calendar_connections c where c.host_id = ${hostId} and c.id = ${id})`

/** What a new mirror is polled by. */
export const newMirror = (key: MirrorKey, now: number) => ({
  ...key,
  server: serverOf(splitCalendarId(key).connection),
  nextPollAt: now,
  lastUsedAt: now,
})

/** No slots are offered beyond this. */
const MAX_DAYS_AHEAD = 1830

/** What is read of a calendar reaches at least this far ahead. */
export const ALWAYS_COVERED_MS = 370 * DAY

/** The furthest a mirror is asked to reach (epoch milliseconds): whole days, so that asking twice asks for the same. */
export const mirrorHorizon = (now: number) => (Math.floor(now / DAY) + MAX_DAYS_AHEAD) * DAY
