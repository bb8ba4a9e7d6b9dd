import { and, eq, gt, lt, type Placeholder, type SQL, sql } from 'drizzle-orm'
import {
  calendarConnections,
  calendarEntries,
  calendarMirrors,
  type CalendarRow,
  calendars,
  type ConnectionRow,
} from '../db/tables/calendars.ts'
import type { Db, Tx } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { type EventRow, events } from '../db/tables/events.ts'

/** What decides which calendars an event checks: the one it writes to, and its own choice or the host's usual ones. */
export type CheckingEvent = Pick<EventRow, 'hostId' | 'calendarId' | 'checkedCalendars'>

/** A value in a query, or its place in a prepared one. */
type Given<Value> = Value | Placeholder

/** The values of a `CheckingEvent` in queries. */
type CheckingValues = Record<keyof CheckingEvent, Given<string | null>>

export const checkingValues = ({ hostId, calendarId, checkedCalendars }: CheckingEvent) => ({
  hostId,
  calendarId,
  checkedCalendars: checkedCalendars && JSON.stringify(checkedCalendars),
})

/** Of prepared queries, which are given the `checkingValues`. */
export const checkingPlaceholders: CheckingValues = {
  hostId: sql.placeholder('hostId'),
  calendarId: sql.placeholder('calendarId'),
  checkedCalendars: sql.placeholder('checkedCalendars'),
}

/**
 * SQL: the ids of the calendars that an event checks, as `calendar_id`. Of those besides its own, one that is gone
 * doesn't count until it can be read again.
 */
export function checkedIds({ hostId, calendarId, checkedCalendars }: CheckingValues): SQL {
  const chosen = sql`${checkedCalendars}::jsonb`
  return sql`select ${calendarId}::text as calendar_id
    union select ${calendars.calendarId} from ${calendars}
    where ${calendars.hostId} = ${hostId} and ${calendars.goneSince} is null
      and case when ${chosen} is null then ${calendars.isChecked} else ${chosen} ? ${calendars.calendarId} end`
}

/** SQL: the ids of the calendars that keep a host busy: the usual ones, and those of any event that isn't deleted. */
export const hostsCheckedIds = (
  hostId: string,
) => sql`select ${events.calendarId} as calendar_id from ${events}
    where ${events.hostId} = ${hostId} and ${events.deletedAt} is null
    union select jsonb_array_elements_text(${events.checkedCalendars}) from ${events}
    where ${events.hostId} = ${hostId} and ${events.deletedAt} is null
    union select ${calendars.calendarId} from ${calendars}
    where ${calendars.hostId} = ${hostId} and ${calendars.isChecked}`

/** SQL: an event checks this calendar by its own choice, besides the one it writes to. */
export const choosesToCheck = (calendarId: SQL) => sql`${events.checkedCalendars} ? ${calendarId}`

/** SQL: a row of `calendars` that describes the calendar with this id. */
export const describes = (hostId: Given<string>, calendarId: SQL) =>
  and(eq(calendars.hostId, hostId), sql`${calendars.calendarId} = ${calendarId}`)

/** SQL: the host lets entries of this kind keep them busy. A calendar that isn't in the host's list has no settings. */
export const countsAsBusy = sql`(
  (not ${calendarEntries.isTentative} or ${calendars.countsTentative} is not false)
  and (not ${calendarEntries.isAllDay} or ${calendars.countsAllDay} is not false)
  and (not ${calendarEntries.isOutOfOffice} or ${calendars.countsOutOfOffice} is not false))`

/**
 * SQL: an entry of a calendar that an event checks, of a kind that counts, at some time of `range`. Joined with
 * `calendars`.
 */
export const whereBusyEntry = (event: CheckingValues, range: Record<'start' | 'end', number | SQL>) =>
  and(
    sql`${calendarEntries.hostId} = ${event.hostId}`,
    // An array, so that the index by calendar and time is used.
    sql`${calendarEntries.calendarId} = any(array(${checkedIds(event)}))`,
    lt(calendarEntries.startAt, range.end),
    gt(calendarEntries.endAt, range.start),
    countsAsBusy,
  )

/** SQL: joins an entry with the settings of its calendar. */
export const whereOfEntry = (hostId: Given<string>) => describes(hostId, sql`${calendarEntries.calendarId}`)

/** A calendar that an event checks, with what is known of it. */
export interface CheckedCalendar {
  hostId: string
  calendarId: string
  calendar: CalendarRow | null
  mirror: typeof calendarMirrors.$inferSelect | null
  connection: ConnectionRow | null
}

/** `ids`: SQL with the ids of calendars, as `calendar_id`. */
function selectChecked(db: Db | Tx, hostId: Given<string>, ids: SQL) {
  return db
    .select({
      calendarId: idColumn,
      calendar: calendars,
      mirror: calendarMirrors,
      connection: calendarConnections,
    })
    .from(sql`(${ids}) as checked`)
    .leftJoin(calendars, describes(hostId, idColumn))
    .leftJoin(
      calendarMirrors,
      and(sql`${calendarMirrors.hostId} = ${hostId}`, sql`${calendarMirrors.calendarId} = ${idColumn}`),
    )
    .leftJoin(
      calendarConnections,
      and(
        sql`${calendarConnections.hostId} = ${hostId}`,
        eq(calendarConnections.id, calendarMirrors.connectionId),
      ),
    )
}

const idColumn = sql<string>`checked.calendar_id`

const readChecked = prepared((db) => {
  const { calendarId } = checkingPlaceholders
  return selectChecked(db, sql.placeholder('hostId'), checkedIds(checkingPlaceholders)).orderBy(
    sql`${idColumn} <> ${calendarId}`,
    idColumn,
  )
})

/** The calendars that keep a host busy, see `hostsCheckedIds`. */
export async function readHostsCalendars(db: Db, hostId: string): Promise<CheckedCalendar[]> {
  const found = await selectChecked(db, hostId, hostsCheckedIds(hostId)).orderBy(idColumn)
  return found.map((one) => ({ ...one, hostId }))
}

/** The event's own calendar comes first. */
export async function readCheckedCalendars(db: Db | Tx, event: CheckingEvent): Promise<CheckedCalendar[]> {
  const found = await readChecked(db, checkingValues(event))
  return found.map((one) => ({ ...one, hostId: event.hostId }))
}
