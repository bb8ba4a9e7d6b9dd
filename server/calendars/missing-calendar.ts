import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { recordActivity } from '../account/record-activity.ts'
import type { Tx } from '../db/database.ts'
import { lockHost } from '../db/lock-host.ts'
import { bookings, calendars, events } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { MirrorKey } from './mirror/mirror-key.ts'

/** A calendar that is back by then was missing by mistake, and its host needn't know. */
const NOTICE_AFTER_MS = 10 * 60_000

/** Remembers that the provider no longer has a calendar that is used, and emails the host unless it is back soon. */
export async function markCalendarMissing(
  deps: Pick<Deps, 'db' | 'now' | 'wake'>,
  { hostId, calendarId }: MirrorKey,
): Promise<void> {
  const missingSince = deps.now()
  await deps.db.transaction(async (tx) => {
    await lockHost(tx, hostId)
    // Another calendar may have taken its place while the provider was asked.
    if (!(await hasEventsOrBookings(tx, { hostId, calendarId }, missingSince))) return
    const [marked] = await tx
      .insert(calendars)
      .values({ hostId, calendarId, name: calendarId, isPrimary: false, missingSince })
      .onConflictDoUpdate({
        target: [calendars.hostId, calendars.calendarId],
        set: { missingSince },
        setWhere: isNull(calendars.missingSince),
      })
      .returning({ name: calendars.name })
    if (!marked) return
    const details = { name: marked.name }
    await recordActivity(tx, hostId, { kind: 'calendar_missing', details }, missingSince)
    const payload = { calendarId, missingSince }
    const runAt = missingSince + NOTICE_AFTER_MS
    await enqueue(tx, 'sendMissingCalendarNotice', payload, { hostId, now: missingSince, runAt })
  })
  deps.wake('jobs')
}

async function hasEventsOrBookings(tx: Tx, { hostId, calendarId }: MirrorKey, now: number): Promise<boolean> {
  const isOfEvent = and(
    eq(events.hostId, hostId),
    eq(events.calendarId, calendarId),
    isNull(events.deletedAt),
  )
  const isOfBooking = and(
    eq(bookings.hostId, hostId),
    eq(bookings.calendarId, calendarId),
    eq(bookings.status, 'confirmed'),
    gt(bookings.endAt, now),
  )
  return (await tx.$count(events, isOfEvent)) + (await tx.$count(bookings, isOfBooking)) > 0
}

/** The calendar could be read again. */
export async function unmarkMissingCalendar(tx: Tx, { hostId, calendarId }: MirrorKey): Promise<void> {
  const isThis = and(eq(calendars.hostId, hostId), eq(calendars.calendarId, calendarId))
  await tx
    .update(calendars)
    .set({ missingSince: null })
    .where(and(isThis, isNotNull(calendars.missingSince)))
}
