import { and, eq, gt, sql } from 'drizzle-orm'
import { messages } from '../../../contract/errors.ts'
import { recordActivity } from '../../hosts/record-activity.ts'
import {
  calendarConnections,
  calendarMirrors,
  calendars,
  type ConnectionRow,
} from '../../db/tables/calendars.ts'
import { lockHost } from '../../db/lock-host.ts'
import type { Tx } from '../../db/database.ts'
import { bookings } from '../../db/tables/bookings.ts'
import { events } from '../../db/tables/events.ts'
import type { Deps } from '../../adapters/deps.ts'
import type { Handler } from '../../http/endpoint.ts'
import { AppError, invalid, notFound } from '../../http/errors.ts'
import { type CalendarKey, whereConnection, splitCalendarId } from '../calendar-id.ts'
import { assertStillConnected, chosenCalendar } from '../choose-calendar.ts'
import { keepConnected } from '../connection.ts'
import { mirrorCalendar } from '../mirror/mirror-use.ts'
import { moveBookings, moveEvents, uncheck } from '../replace-calendar.ts'
import { readConnection } from './connection-view.ts'
import { giveBackLater } from './give-back.ts'

/** Its entries stay where they are: nobody can reach them afterward. */
export const disconnectCalendars: Handler<'disconnectCalendars'> = async ({
  deps,
  caller,
  params,
  query,
}) => {
  const { hostId } = caller
  const connection = await readConnection(deps.db, hostId, params.id)
  if (connection.id === hostId) throw new AppError('forbidden', messages.signInAccount)
  const replacement = query.replacement ? await replacementFor(deps, connection, query.replacement) : null
  const moveTo = replacement ?? (await chosenCalendar(deps, hostId, null))
  const isReplaced = replacement !== null
  const moved = await deps.db.transaction((tx) => disconnect(tx, deps, connection, { moveTo, isReplaced }))
  deps.wake()
  return moved
}

async function replacementFor(deps: Deps, { hostId, id }: ConnectionRow, wanted: string): Promise<string> {
  const calendarId = await chosenCalendar(deps, hostId, wanted)
  if (splitCalendarId({ hostId, calendarId }).connection.id === id)
    throw invalid({ replacement: 'Choose a calendar of another account' })
  return calendarId
}

interface Replacement {
  /**
   * The calendar that events and bookings get. Without one that the host chose, there are only deleted events, which
   * can be restored.
   */
  moveTo: string
  isReplaced: boolean
}

async function disconnect(
  tx: Tx,
  { now }: Deps,
  connection: ConnectionRow,
  { moveTo, isReplaced }: Replacement,
) {
  const { hostId, id, name } = connection
  await lockHost(tx, hostId)
  // Perhaps by a request at the same time, which can have disconnected the replacement's account too.
  if (!(await keepConnected(tx, connection))) throw notFound()
  const target = await assertStillConnected(tx, { hostId, calendarId: moveTo }, 'replacement')
  const ids = await calendarIdsOf(tx, connection)
  const counts = { events: 0, bookings: 0 }
  for (const calendarId of ids) {
    const from = { hostId, calendarId }
    if (!isReplaced) await assertUnused(tx, from, now())
    counts.events += await moveEvents(tx, from, target, now())
    if (isReplaced) counts.bookings += (await moveBookings(tx, from, target, now())).length
    await giveUpRemovals(tx, from)
    await uncheck(tx, from)
  }
  if (isReplaced) await mirrorCalendar(tx, hostId, target, now())
  const whereOfAccount = (table: typeof calendars | typeof calendarMirrors) =>
    and(eq(table.hostId, hostId), eq(table.connectionId, id))
  // First: what is being stored of the account keeps it connected, and goes with the rest.
  const deleted = await tx.delete(calendarConnections).where(whereConnection(connection)).returning()
  // With the credential of now: the host may have reconnected since the request began.
  for (const unused of deleted) await giveBackLater(tx, unused, now())
  await tx.delete(calendarMirrors).where(whereOfAccount(calendarMirrors))
  await tx.delete(calendars).where(whereOfAccount(calendars))
  await recordActivity(tx, hostId, { kind: 'calendar_account_removed', details: { name } }, now())
  return counts
}

/** Leaves it to the host to remove the entries of canceled bookings, as if the calendar had refused to. */
async function giveUpRemovals(tx: Tx, { hostId, calendarId }: CalendarKey): Promise<void> {
  const { entrySequence, entryWrittenAt, sequence } = bookings
  const whereWritten = sql`${entryWrittenAt} is not null`
  await tx
    .update(bookings)
    .set({
      entrySequence: sql`case when ${whereWritten} then ${entrySequence} else ${sequence} end`,
      refusedSequence: sql`case when ${whereWritten} then ${sequence} end`,
    })
    .where(
      and(
        eq(bookings.hostId, hostId),
        eq(bookings.calendarId, calendarId),
        eq(bookings.status, 'canceled'),
        sql`${entrySequence} is distinct from ${sequence}`,
      ),
    )
}

/** Those in its list, and those that only events or bookings still name. */
async function calendarIdsOf(tx: Tx, { hostId, id }: ConnectionRow): Promise<string[]> {
  const whereOfAccount = (column: typeof events.calendarId | typeof bookings.calendarId) =>
    sql`starts_with(${column}, ${`${id}:`})`
  const inUse = [
    await tx
      .selectDistinct({ id: calendars.calendarId })
      .from(calendars)
      .where(and(eq(calendars.hostId, hostId), eq(calendars.connectionId, id))),
    await tx
      .selectDistinct({ id: events.calendarId })
      .from(events)
      .where(and(eq(events.hostId, hostId), whereOfAccount(events.calendarId))),
    await tx
      .selectDistinct({ id: bookings.calendarId })
      .from(bookings)
      .where(and(eq(bookings.hostId, hostId), whereOfAccount(bookings.calendarId))),
  ]
  return [...new Set(inUse.flat().map((calendar) => calendar.id))]
}

async function assertUnused(
  tx: Tx,
  { hostId, calendarId }: { hostId: string; calendarId: string },
  now: number,
) {
  const writes = await tx.$count(
    events,
    and(eq(events.hostId, hostId), eq(events.calendarId, calendarId), sql`${events.deletedAt} is null`),
  )
  const upcoming = await tx.$count(
    bookings,
    and(
      eq(bookings.hostId, hostId),
      eq(bookings.calendarId, calendarId),
      eq(bookings.status, 'confirmed'),
      gt(bookings.endAt, now),
    ),
  )
  if (writes + upcoming > 0) throw new AppError('calendar_in_use', messages.calendarInUse)
}
