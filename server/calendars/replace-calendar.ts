import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { recordActivity } from '../account/record-activity.ts'
import type { Tx } from '../db/database.ts'
import { lockHost } from '../db/lock-host.ts'
import { bookings, calendars, events } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { invalid, notFound } from '../errors.ts'
import { chosenCalendar, mirrorCalendar } from './choose-calendar.ts'
import { enqueueAll, newJob } from '../jobs/enqueue.ts'
import type { MirrorKey } from './mirror/mirror-key.ts'

/** Moves the events and upcoming bookings of a calendar that no longer exists to another one. */
export const replaceCalendar: Handler<'replaceCalendar'> = async ({ deps, caller, params, body }) => {
  const { db, now } = deps
  const { hostId } = caller
  const missing = { hostId, calendarId: params.id }
  const calendarId = await chosenCalendar(deps, hostId, body.calendarId)
  if (calendarId === missing.calendarId) throw invalid({ calendarId: 'Choose a different calendar' })
  const moved = await db.transaction(async (tx) => {
    await lockHost(tx, hostId)
    const [gone] = await tx
      .delete(calendars)
      .where(and(isCalendar(missing), isNotNull(calendars.missingSince)))
      .returning()
    if (!gone) throw notFound()
    const [replacement] = await tx.select().from(calendars).where(isCalendar({ hostId, calendarId }))
    const details = { name: gone.name, replacement: replacement?.name ?? calendarId }
    await recordActivity(tx, hostId, { kind: 'calendar_replaced', details }, now())
    const counts = {
      events: await moveEvents(tx, missing, calendarId, now()),
      bookings: await moveBookings(tx, missing, calendarId, now()),
    }
    await mirrorCalendar(tx, hostId, calendarId, now())
    return counts
  })
  deps.wake()
  return moved
}

const isCalendar = ({ hostId, calendarId }: MirrorKey) =>
  and(eq(calendars.hostId, hostId), eq(calendars.calendarId, calendarId))

/** Their versions stay: an editor that has one open needn't ask about a change that it doesn't show. */
async function moveEvents(tx: Tx, from: MirrorKey, calendarId: string, now: number): Promise<number> {
  const moved = await tx
    .update(events)
    .set({ calendarId, updatedAt: now })
    .where(
      and(eq(events.hostId, from.hostId), eq(events.calendarId, from.calendarId), isNull(events.deletedAt)),
    )
    .returning({ id: events.id })
  return moved.length
}

/** Their entries are new ones, and a video call may get another link. */
async function moveBookings(tx: Tx, from: MirrorKey, calendarId: string, now: number): Promise<number> {
  const moved = await tx
    .update(bookings)
    .set({
      calendarId,
      entrySequence: null,
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
  const follow = moved.flatMap(({ id: bookingId, endAt, entryId }) => {
    const options = { hostId: from.hostId, now, retryUntil: endAt }
    return [
      newJob('syncCalendarEntry', { bookingId }, options),
      newJob('removeReplacedEntry', { bookingId, calendarId: from.calendarId, entryId }, options),
    ]
  })
  await enqueueAll(tx, follow)
  return moved.length
}
