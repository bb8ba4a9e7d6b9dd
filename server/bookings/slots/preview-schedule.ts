import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm'
import { DAY } from '../../../availability/units.ts'
import { includesTime } from '../../../availability/hours-around.ts'
import type { Interval } from '../../../availability/interval.ts'
import { offeredStarts } from '../../../availability/slots.ts'
import { MAX_NAMED_OUTSIDE, type ScheduleEffect } from '../../../contract/schedules/schedule.schema.ts'
import { newSlotRequest, type Bookable } from './slot-request.ts'
import { slotRules } from './read-slot-rules.ts'
import type { Db } from '../../db/database.ts'
import { type ScheduleRow, schedules } from '../../db/tables/schedules.ts'
import { bookings } from '../../db/tables/bookings.ts'
import { type EventRow, events } from '../../db/tables/events.ts'
import type { Handler } from '../../http/endpoint.ts'
import { notFound } from '../../http/errors.ts'
import { toIso } from '../../http/iso.ts'
import { isAccepting } from '../../events/find-public-event.ts'
import { hostRules, hoursOf } from '../../schedules/event-hours.ts'
import { whereSchedule } from '../../schedules/read-schedules.ts'
import { scheduleColumns } from '../../schedules/save-schedule.ts'

const PREVIEWED = 28 * DAY

/** Another zone can move the periods of limits by so much. */
const ZONE_MARGIN = 2 * DAY

interface Change {
  present: ScheduleRow
  next: ScheduleRow
}

export const previewSchedule: Handler<'previewSchedule'> = async ({ deps, caller, params, body }) => {
  const { db } = deps
  const now = deps.now()
  const [present] = await db.select().from(schedules).where(whereSchedule(caller.hostId, params.id))
  if (!present) throw notFound()
  const change = { present, next: { ...present, ...(await scheduleColumns(body, now)) } }
  const users = await db
    .select({ event: events, host: hostRules })
    .from(events)
    .where(and(eq(events.hostId, caller.hostId), eq(events.scheduleId, params.id), isNull(events.deletedAt)))
    .orderBy(asc(events.title), asc(events.id))
  const effect = { slotsRemoved: 0, slotsAdded: 0, events: [] as string[] }
  for (const user of users.filter(({ event }) => isAccepting(event))) {
    const { removed, added } = await changedSlots(db, user, change, now)
    effect.slotsRemoved += removed
    effect.slotsAdded += added
    if (removed + added > 0) effect.events.push(user.event.title)
  }
  const used = users.map(({ event }) => event)
  const outside = await bookingsOutside(db, used, change, now)
  const firstOutside = outside
    .slice(0, MAX_NAMED_OUTSIDE)
    .map(({ fullName, start }) => ({ fullName, startUtc: toIso(start) }))
  return { ...effect, bookingsOutside: outside.length, firstOutside } satisfies ScheduleEffect
}

/** How many slots of the next four weeks an event loses and gains. */
async function changedSlots(db: Db, user: Omit<Bookable, 'link'>, { present, next }: Change, now: number) {
  const range: Interval = { start: now, end: now + PREVIEWED }
  const read = { start: range.start - ZONE_MARGIN, end: range.end + ZONE_MARGIN }
  const rules = await slotRules(db, newSlotRequest({ ...user, link: null }), read, now)
  const startsWith = (schedule: ScheduleRow) =>
    offeredStarts({ ...rules, ...hoursOf(user.event, schedule), range })
  const before = startsWith(present)
  const after = startsWith(next)
  return { removed: countMissing(before, after), added: countMissing(after, before) }
}

function countMissing(starts: readonly number[], others: readonly number[]): number {
  const found = new Set(others)
  return starts.filter((start) => !found.has(start)).length
}

/** The upcoming bookings that only the present hours include, by start. */
async function bookingsOutside(db: Db, users: readonly EventRow[], { present, next }: Change, now: number) {
  if (users.length === 0) return []
  const upcoming = await db
    .select({
      fullName: bookings.fullName,
      start: bookings.startAt,
      end: bookings.endAt,
      eventId: bookings.eventId,
    })
    .from(bookings)
    .where(
      and(
        eq(bookings.hostId, present.hostId),
        inArray(
          bookings.eventId,
          users.map(({ id }) => id),
        ),
        eq(bookings.status, 'confirmed'),
        gt(bookings.startAt, now),
      ),
    )
  const byEvent = Map.groupBy(upcoming, ({ eventId }) => eventId)
  const found = users.flatMap((event) => {
    const [before, after] = [hoursOf(event, present), hoursOf(event, next)]
    const booked = byEvent.get(event.id) ?? []
    return booked.filter((booking) => includesTime(before, booking) && !includesTime(after, booking))
  })
  return found.toSorted((a, b) => a.start - b.start)
}
