import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { PRIMARY_CALENDAR } from '../../contract/events/event-options.ts'
import type { Db, Tx } from '../db/database.ts'
import { calendars } from '../db/tables/calendars.ts'
import type { Deps } from '../adapters/deps.ts'
import { invalid } from '../http/errors.ts'
import { checkedIds, type CheckingEvent, checkingValues } from './checked-calendars.ts'
import { type CalendarKey, splitCalendarId } from './calendar-id.ts'
import { keepConnected } from './connection.ts'
import { refreshCalendars } from './refresh-calendars.ts'
import { mirrorCalendar } from './mirror/mirror-use.ts'

/**
 * The calendar that an event writes to: the chosen one if it is one of the host's, or the primary one by default. The
 * provider is called only for a calendar that isn't in the stored list.
 */
export async function chosenCalendar(deps: Deps, hostId: string, wanted: string | null): Promise<string> {
  const isPrimaryWanted = wanted === null || wanted === PRIMARY_CALENDAR
  const { connection } = splitCalendarId({ hostId, calendarId: wanted ?? PRIMARY_CALENDAR })
  const { calendarId: id, isPrimary, isWritable } = calendars
  const known = await deps.db
    .select({ id, isPrimary, isWritable })
    .from(calendars)
    .where(
      and(
        eq(calendars.hostId, hostId),
        eq(calendars.connectionId, connection.id),
        isNull(calendars.missingSince),
      ),
    )
  const choose = (list: typeof known) =>
    list.find((calendar) => (isPrimaryWanted ? calendar.isPrimary : calendar.id === wanted))
  const chosen = choose(known) ?? choose(await refreshCalendars(deps, connection).catch(() => []))
  if (chosen?.isWritable) return chosen.id
  if (chosen) throw invalid({ calendarId: 'Choose a calendar that you can add events to' })
  // Until Google says what it is called.
  if (isPrimaryWanted) return PRIMARY_CALENDAR
  throw invalid({ calendarId: 'Choose one of your own calendars' })
}

/**
 * Keeps a chosen calendar's account connected until the transaction ends, which has locked the host. Returns the
 * calendar's id, which may be known by now if the choice is the alias of the primary one. Throws `validation_failed` if
 * the account was disconnected since the choice.
 */
export async function assertStillConnected(
  tx: Tx,
  { hostId, calendarId }: CalendarKey,
  field = 'calendarId',
): Promise<string> {
  const { connection } = splitCalendarId({ hostId, calendarId })
  if (calendarId === PRIMARY_CALENDAR) return (await findPrimary(tx, hostId)) ?? calendarId
  // The account that the host signs in with stays connected.
  if (connection.id === hostId) return calendarId
  if (!(await keepConnected(tx, connection))) throw invalid({ [field]: 'Choose one of your own calendars' })
  return calendarId
}

/** The primary calendar of the account that a host signs in with; null until it has been listed. */
async function findPrimary(tx: Tx, hostId: string): Promise<string | null> {
  const wherePrimary = and(
    eq(calendars.hostId, hostId),
    eq(calendars.connectionId, hostId),
    eq(calendars.isPrimary, true),
    isNull(calendars.missingSince),
  )
  const [found] = await tx.select({ id: calendars.calendarId }).from(calendars).where(wherePrimary)
  return found?.id ?? null
}

/** Throws `validation_failed` for calendars that aren't the host's. */
export async function assertOwnCalendars(
  db: Db,
  hostId: string,
  wanted: readonly string[] | null | undefined,
): Promise<void> {
  if (!wanted || wanted.length === 0) return
  const whereWanted = and(eq(calendars.hostId, hostId), inArray(calendars.calendarId, [...wanted]))
  const known = await db.select({ id: calendars.calendarId }).from(calendars).where(whereWanted)
  if (known.length < new Set(wanted).size)
    throw invalid({ checkedCalendars: 'Choose among your own calendars' })
}

/** Starts mirroring the calendars that an event checks, or polling them again. */
export async function mirrorCalendars(tx: Tx, event: CheckingEvent, now: number): Promise<void> {
  const checked = await tx
    .select({ calendarId: sql<string>`checked.calendar_id` })
    .from(sql`(${checkedIds(checkingValues(event))}) as checked`)
  for (const { calendarId } of checked) {
    await mirrorCalendar(tx, event.hostId, calendarId, now)
  }
}
