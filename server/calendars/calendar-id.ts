import { and, eq } from 'drizzle-orm'
import { calendarConnections, calendars } from '../db/tables/calendars.ts'

/** Names an account of a host's. */
export interface ConnectionKey {
  hostId: string
  id: string
}

/** Names a calendar of a host's. */
export interface CalendarKey {
  hostId: string
  /**
   * The provider's own id for calendars of the account that the host signs in with, otherwise
   * `<connection>:<calendar>`.
   */
  calendarId: string
}

const QUALIFIED = /^([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}):(.+)$/s

export const whereConnection = ({ hostId, id }: ConnectionKey) =>
  and(eq(calendarConnections.hostId, hostId), eq(calendarConnections.id, id))

/** The row of a calendar. */
export const whereCalendar = ({ hostId, calendarId }: CalendarKey) =>
  and(eq(calendars.hostId, hostId), eq(calendars.calendarId, calendarId))

/** The connection of a calendar, and what its provider calls the calendar. The database derives the same connection. */
export function splitCalendarId({ hostId, calendarId }: CalendarKey): {
  connection: ConnectionKey
  providerId: string
} {
  const [, id = hostId, providerId = calendarId] = QUALIFIED.exec(calendarId) ?? []
  return { connection: { hostId, id }, providerId }
}

/** How a connection's calendar is called in the API and in the database. */
export const calendarIdOf = ({ hostId, id }: ConnectionKey, providerId: string): string =>
  id === hostId ? providerId : `${id}:${providerId}`
