import { and, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { MINUTE } from '../../availability/units.ts'
import { recordActivity } from '../hosts/record-activity.ts'
import type { Db, Tx } from '../db/database.ts'
import { lockHost } from '../db/lock-host.ts'
import { type CalendarRow, calendars } from '../db/tables/calendars.ts'
import { bookings } from '../db/tables/bookings.ts'
import { events } from '../db/tables/events.ts'
import type { Deps } from '../adapters/deps.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { type ConnectionKey, whereCalendar } from './calendar-id.ts'
import { choosesToCheck } from './checked-calendars.ts'
import type { MirrorKey } from './mirror-key.ts'

/**
 * A calendar that is back by then was missing by mistake: its host needn't know, and its entries count all the time.
 */
const MISTAKE_MS = 10 * MINUTE

/**
 * Remembers that the provider doesn't have a calendar that is used, and emails the host unless it is back soon. Called
 * after every read that says so.
 */
export async function markCalendarMissing(
  deps: Pick<Deps, 'db' | 'now' | 'wake'>,
  { hostId, calendarId }: MirrorKey,
): Promise<void> {
  const now = deps.now()
  await deps.db.transaction(async (tx) => {
    await lockHost(tx, hostId)
    // Another calendar may have taken its place while the provider was asked.
    if (!(await isUsed(tx, { hostId, calendarId }, now))) return
    const whereThis = whereCalendar({ hostId, calendarId })
    const whereLongMissing = lte(calendars.missingSince, now - MISTAKE_MS)
    await tx
      .update(calendars)
      .set({ goneSince: now })
      .where(and(whereThis, whereLongMissing, isNull(calendars.goneSince)))
    const [marked] = await tx
      .insert(calendars)
      .values({ hostId, calendarId, name: calendarId, isPrimary: false, missingSince: now })
      .onConflictDoUpdate({
        target: [calendars.hostId, calendars.calendarId],
        set: { missingSince: now },
        setWhere: isNull(calendars.missingSince),
      })
      .returning({ name: calendars.name })
    if (!marked) return
    const details = { name: marked.name }
    await recordActivity(tx, hostId, { kind: 'calendar_missing', details }, now)
    const payload = { calendarId, missingSince: now }
    await enqueue(tx, 'sendMissingCalendarNotice', payload, { hostId, now, runAt: now + MISTAKE_MS })
  })
  deps.wake('jobs')
}

/** Removes the missing calendars of an account that nothing uses, not even a deleted event that can be restored. */
export async function forgetMissing(tx: Tx, { hostId, id }: ConnectionKey, now: number): Promise<void> {
  const missing = await tx
    .select({ calendarId: calendars.calendarId })
    .from(calendars)
    .where(
      and(eq(calendars.hostId, hostId), eq(calendars.connectionId, id), isNotNull(calendars.missingSince)),
    )
  for (const { calendarId } of missing) {
    const key = { hostId, calendarId }
    // Deleted ones can be restored.
    const whereNamed = and(
      eq(events.hostId, hostId),
      or(eq(events.calendarId, calendarId), choosesToCheck(sql`${calendarId}`)),
    )
    if ((await tx.$count(events, whereNamed)) > 0 || (await isUsed(tx, key, now))) continue
    await tx.delete(calendars).where(whereCalendar(key))
  }
}

const isUsed = async (tx: Tx, key: MirrorKey, now: number): Promise<boolean> =>
  (await isChecked(tx, key)) || (await hasEventsOrBookings(tx, key, now))

async function isChecked(tx: Tx, { hostId, calendarId }: MirrorKey): Promise<boolean> {
  const whereThis = whereCalendar({ hostId, calendarId })
  if ((await tx.$count(calendars, and(whereThis, eq(calendars.isChecked, true)))) > 0) return true
  const whereChosen = and(
    eq(events.hostId, hostId),
    choosesToCheck(sql`${calendarId}`),
    isNull(events.deletedAt),
  )
  return (await tx.$count(events, whereChosen)) > 0
}

/** Whether events or upcoming bookings are written to a calendar. */
export async function hasEventsOrBookings(
  tx: Db | Tx,
  { hostId, calendarId }: MirrorKey,
  now: number,
): Promise<boolean> {
  const whereOfEvent = and(
    eq(events.hostId, hostId),
    eq(events.calendarId, calendarId),
    isNull(events.deletedAt),
  )
  const whereOfBooking = and(
    eq(bookings.hostId, hostId),
    eq(bookings.calendarId, calendarId),
    eq(bookings.status, 'confirmed'),
    gt(bookings.endAt, now),
  )
  return (await tx.$count(events, whereOfEvent)) + (await tx.$count(bookings, whereOfBooking)) > 0
}

/** The calendar could be read again. */
export async function unmarkTrouble(tx: Tx, before: CalendarRow): Promise<void> {
  const { missingSince, unreadableSince, trouble } = before
  if (missingSince === null && unreadableSince === null && trouble === null) return
  await tx
    .update(calendars)
    .set({ missingSince: null, goneSince: null, unreadableSince: null, trouble: null })
    .where(whereCalendar(before))
}
