import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { recordActivity } from '../hosts/record-activity.ts'
import type { Tx } from '../db/database.ts'
import { lockHost } from '../db/lock-host.ts'
import { calendars } from '../db/tables/calendars.ts'
import { bookings } from '../db/tables/bookings.ts'
import { events } from '../db/tables/events.ts'
import type { Handler } from '../http/endpoint.ts'
import { invalid, notFound } from '../http/errors.ts'
import { whereCalendar } from './calendar-id.ts'
import { assertStillConnected, chosenCalendar } from './choose-calendar.ts'
import { choosesToCheck } from './checked-calendars.ts'
import { enqueueAll, newJob } from '../jobs/enqueue.ts'
import type { MirrorKey } from './mirror-key.ts'
import { mirrorCalendar } from './mirror/mirror-use.ts'

/** Moves the events and upcoming bookings of a calendar that no longer exists to another one. */
export const replaceCalendar: Handler<'replaceCalendar'> = async ({ deps, caller, params, body }) => {
  const { db, now } = deps
  const { hostId } = caller
  const missing = { hostId, calendarId: params.id }
  const chosen = await chosenCalendar(deps, hostId, body.calendarId)
  const moved = await db.transaction(async (tx) => {
    await lockHost(tx, hostId)
    const calendarId = await assertStillConnected(tx, { hostId, calendarId: chosen })
    if (calendarId === missing.calendarId) throw invalid({ calendarId: 'Choose a different calendar' })
    const [gone] = await tx
      .delete(calendars)
      .where(and(whereCalendar(missing), isNotNull(calendars.missingSince)))
      .returning()
    if (!gone) throw notFound()
    const [replacement] = await tx.select().from(calendars).where(whereCalendar({ hostId, calendarId }))
    const details = { name: gone.name, replacement: replacement?.name ?? calendarId }
    await recordActivity(tx, hostId, { kind: 'calendar_replaced', details }, now())
    const movedEvents = await moveEvents(tx, missing, calendarId, now())
    await uncheck(tx, missing)
    const movedBookings = await moveBookings(tx, missing, calendarId, now())
    const removals = movedBookings.map(({ id: bookingId, endAt, entryId }) =>
      newJob(
        'removeReplacedEntry',
        { bookingId, calendarId: missing.calendarId, entryId },
        { hostId, now: now(), retryUntil: endAt },
      ),
    )
    await enqueueAll(tx, removals)
    await mirrorCalendar(tx, hostId, calendarId, now())
    return { events: movedEvents, bookings: movedBookings.length }
  })
  deps.wake()
  return moved
}

/**
 * Returns how many there are. Deleted ones get the calendar too, because they can be restored. Their versions stay: an
 * editor that has one open needn't ask about a change that it doesn't show.
 */
export async function moveEvents(tx: Tx, from: MirrorKey, calendarId: string, now: number): Promise<number> {
  const moved = await tx
    .update(events)
    .set({ calendarId, updatedAt: now })
    .where(and(eq(events.hostId, from.hostId), eq(events.calendarId, from.calendarId)))
    .returning({ deletedAt: events.deletedAt })
  return moved.filter(({ deletedAt }) => deletedAt === null).length
}

/** Takes a calendar out of what events chose to check. */
export async function uncheck(tx: Tx, { hostId, calendarId }: MirrorKey): Promise<void> {
  await tx
    .update(events)
    .set({ checkedCalendars: sql`${events.checkedCalendars} - ${calendarId}::text` })
    .where(and(eq(events.hostId, hostId), choosesToCheck(sql`${calendarId}`)))
}

/** Their entries are new ones, and a video call may get another link. */
export async function moveBookings(tx: Tx, from: MirrorKey, calendarId: string, now: number) {
  const moved = await tx
    .update(bookings)
    .set({
      calendarId,
      entrySequence: null,
      refusedSequence: null,
      writtenSequence: null,
      entryWrittenAt: null,
      entryRemovedAt: null,
      entryDivergedAt: null,
      meetingUrl: null,
      videoCallFailedAt: null,
      updatedAt: now,
    })
    .where(
      and(
        eq(bookings.hostId, from.hostId),
        eq(bookings.calendarId, from.calendarId),
        eq(bookings.status, 'confirmed'),
        gt(bookings.endAt, now),
      ),
    )
    .returning({ id: bookings.id, endAt: bookings.endAt, entryId: bookings.calendarEntryId })
  const { hostId } = from
  const follow = moved.map(({ id: bookingId, endAt }) =>
    newJob('syncCalendarEntry', { bookingId }, { hostId, now, retryUntil: endAt }),
  )
  await enqueueAll(tx, follow)
  return moved
}
