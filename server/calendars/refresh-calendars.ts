import { and, eq, isNotNull, isNull, lt, notExists, notInArray, or, sql } from 'drizzle-orm'
import type { UnreadableChoice } from '../../contract/calendars/calendar-connections.ts'
import { calendarConnections, calendarMirrors, calendars } from '../db/tables/calendars.ts'
import type { Tx } from '../db/database.ts'
import { lockHost } from '../db/lock-host.ts'
import { events } from '../db/tables/events.ts'
import type { Deps } from '../adapters/deps.ts'
import { calendarIdOf, type ConnectionKey, whereConnection } from './calendar-id.ts'
import { choosesToCheck } from './checked-calendars.ts'
import { keepConnected, NotConnected, withAccount } from './connection.ts'
import { forgetMissing } from './missing-calendar.ts'
import { resolvePrimary } from './primary-alias.ts'
import type { CalendarSummary } from '../adapters/calendar-provider.ts'

/** Of an account. More than anybody chooses among; a server may list as many as it likes. */
const MAX_CALENDARS = 200

/** Reads an account's calendars from its provider and stores the list, so that choices can be checked offline. */
export async function refreshCalendars(deps: Deps, connection: ConnectionKey): Promise<CalendarSummary[]> {
  const found = await withAccount(deps, connection, (account) => account.listCalendars()).catch(
    async (error: unknown) => {
      await setListFailed(deps, connection, true)
      throw error
    },
  )
  const listed = found.map((calendar) => ({ ...calendar, id: calendarIdOf(connection, calendar.id) }))
  await deps.db.transaction(async (tx) => {
    await lockHost(tx, connection.hostId)
    if (!(await keepConnected(tx, connection))) throw new NotConnected('The account was disconnected')
    await storeCalendars(tx, connection, listed)
    await forgetMissing(tx, connection, deps.now())
    const isSignIn = connection.id === connection.hostId
    const primary = isSignIn && listed.find(({ isPrimary }) => isPrimary)
    if (primary) await resolvePrimary(tx, { ...connection, calendarId: primary.id, now: deps.now() })
  })
  await setListFailed(deps, connection, false)
  return listed
}

/** Remembers whether an account's list could be read, for the host to see. */
export async function setListFailed(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  connection: ConnectionKey,
  hasFailed: boolean,
): Promise<void> {
  const { listFailedAt } = calendarConnections
  await db
    .update(calendarConnections)
    .set({ listFailedAt: hasFailed ? now() : null })
    .where(and(whereConnection(connection), hasFailed ? isNull(listFailedAt) : isNotNull(listFailedAt)))
}

/**
 * Keeps what the host chose about a calendar. One that is gone from the list stays too if it is polled, usually checked
 * or chosen by an event: its next sync shows whether it still exists, and the host needs its name until then. The
 * primary calendar of a host who signs in for the first time is checked. `whenUnreadable`: of new calendars. Of more
 * than `MAX_CALENDARS`, those that bookings can be written to come first.
 */
export async function storeCalendars(
  tx: Tx,
  { hostId, id }: ConnectionKey,
  all: readonly CalendarSummary[],
  whenUnreadable: UnreadableChoice = 'close',
): Promise<void> {
  const whereOfAccount = and(eq(calendars.hostId, hostId), eq(calendars.connectionId, id))
  const isFirstList = (await tx.$count(calendars, whereOfAccount)) === 0
  const { calendarId } = calendars
  // The calendars of paused events aren't polled.
  const whereChosen = and(
    eq(events.hostId, hostId),
    or(eq(events.calendarId, calendarId), choosesToCheck(sql`${calendarId}`)),
  )
  const { hostId: owner, calendarId: mirrored, nextPollAt } = calendarMirrors
  const wherePolled = and(eq(owner, hostId), eq(mirrored, calendarId), lt(nextPollAt, Infinity))
  const listed = all.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_CALENDARS)
  const ids = listed.map((calendar) => calendar.id)
  await tx
    .delete(calendars)
    .where(
      and(
        whereOfAccount,
        isNull(calendars.missingSince),
        eq(calendars.isChecked, false),
        notInArray(calendarId, ids),
        notExists(tx.select({ id: events.id }).from(events).where(whereChosen)),
        notExists(tx.select({ id: mirrored }).from(calendarMirrors).where(wherePolled)),
      ),
    )
  if (listed.length === 0) return
  const isChecked = (calendar: CalendarSummary) => isFirstList && id === hostId && calendar.isPrimary
  await tx
    .insert(calendars)
    .values(
      listed.map((calendar) => {
        const { id: listedId, ...described } = calendar
        return { hostId, calendarId: listedId, ...described, isChecked: isChecked(calendar), whenUnreadable }
      }),
    )
    .onConflictDoUpdate({
      target: [calendars.hostId, calendars.calendarId],
      set: {
        name: sql`excluded.name`,
        isPrimary: sql`excluded.is_primary`,
        isWritable: sql`excluded.is_writable`,
        hasVideoCalls: sql`excluded.has_video_calls`,
        missingSince: null,
        goneSince: null,
      },
    })
}

const rank = ({ isPrimary, isWritable }: CalendarSummary) => (isPrimary ? 0 : isWritable ? 1 : 2)
