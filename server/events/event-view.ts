import { and, count, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { instantToLocalDateTime } from '../../availability/wall-time.ts'
import { zoneTable } from '../../contract/time/time-zones.ts'
import type { Event, ListedEvent } from '../../contract/events/event.schema.ts'
import { eventDefaults } from '../../contract/events/event-options.ts'
import type { EventRules } from '../../contract/events/event-rules.ts'
import { periodStatus } from '../../contract/events/event-periods.ts'
import { publicPath } from '../../contract/events/readable-links.ts'
import { handles, slugs } from '../db/tables/readable-links.ts'
import { bookings } from '../db/tables/bookings.ts'
import { type EventRow, events } from '../db/tables/events.ts'
import { readUsedCollections, readUses } from '../custom-fields/used-collections.ts'
import type { Db, Tx } from '../db/database.ts'
import { schedules } from '../db/tables/schedules.ts'
import { hoursView, rulesOfEvent } from '../schedules/event-hours.ts'
import { eventLabelIds } from '../labels/labeled.ts'
import { notFound } from '../http/errors.ts'
import { toIso } from '../http/iso.ts'

export const bookingUrlId = (bookingLinkId: string) => `event_${bookingLinkId}`

/** A host's events, newest first, with their number of confirmed bookings. */
export async function readEvents(
  db: Db | Tx,
  hostId: string,
  now: number,
  ...which: SQL[]
): Promise<ListedEvent[]> {
  const rows = await readRows(db, hostId, now, which)
  const used = Map.groupBy(await readUses(db, hostId), ({ eventId }) => eventId)
  return rows.map((row) => eventView(row, now, used.get(row.event.id) ?? []))
}

/** One event with the fields of its collections. Throws `not_found`. */
export async function readEvent(
  db: Db | Tx,
  hostId: string,
  id: string,
  now: number,
  ...which: SQL[]
): Promise<Event> {
  const [row] = await readRows(db, hostId, now, [eq(events.id, id), ...which])
  if (!row) throw notFound()
  return eventView(row, now, await readUsedCollections(db, row.event))
}

async function readRows(db: Db | Tx, hostId: string, now: number, which: SQL[]) {
  const booked = db
    .select({
      eventId: bookings.eventId,
      confirmed: count().as('confirmed'),
      upcoming: count(sql`case when ${gt(bookings.startAt, now)} then 1 end`).as('upcoming'),
    })
    .from(bookings)
    .where(and(eq(bookings.hostId, hostId), eq(bookings.status, 'confirmed')))
    .groupBy(bookings.eventId)
    .as('booked')
  return db
    .select({
      event: events,
      schedule: schedules,
      handle: handles.handle,
      slug: slugs.slug,
      confirmed: booked.confirmed,
      labelIds: eventLabelIds,
      upcoming: booked.upcoming,
    })
    .from(events)
    .leftJoin(schedules, and(eq(schedules.hostId, events.hostId), eq(schedules.id, events.scheduleId)))
    .leftJoin(booked, eq(booked.eventId, events.id))
    .leftJoin(handles, and(eq(handles.hostId, events.hostId), isNull(handles.retiredAt)))
    .leftJoin(
      slugs,
      and(eq(slugs.hostId, events.hostId), eq(slugs.eventId, events.id), isNull(slugs.retiredAt)),
    )
    .where(and(eq(events.hostId, hostId), ...which))
    .orderBy(desc(events.createdAt), events.id)
}

/** Stored durations can contain the event's own, which may have been another one when they were chosen. */
function shownRules(row: EventRow): EventRules {
  const rules = rulesOfEvent(row)
  return { ...rules, durations: rules.durations.filter((minutes) => minutes !== row.duration) }
}

/** An event as its host reads it, under all property names that the screens use. */
function eventView<Used>(
  {
    event: row,
    schedule,
    handle,
    slug,
    confirmed,
    upcoming,
    labelIds,
  }: Awaited<ReturnType<typeof readRows>>[number],
  now: number,
  customFieldsCollections: Used[],
) {
  const local = (at: number | null, time: string) =>
    at === null
      ? { date: null, time }
      : instantToLocalDateTime(at, zoneTable(row.timezone), time === eventDefaults.endTime ? 'end' : 'start')
  const eventStart = local(row.eventStart, eventDefaults.startTime)
  const eventEnd = local(row.eventEnd, eventDefaults.endTime)
  const bookingStart = local(row.bookingStart, eventDefaults.startTime)
  const bookingEnd = local(row.bookingEnd, eventDefaults.endTime)
  const linkId = bookingUrlId(row.bookingLinkId)
  const hours = hoursView(row, schedule)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    duration: row.duration,
    meetVia: row.meetVia,
    location: row.location,
    timezone: row.timezone,
    calendarId: row.calendarId,
    checkedCalendars: row.checkedCalendars,
    isEnabled: row.isEnabled,
    is_active: row.isEnabled,
    isArchived: row.isArchived,
    isDeleted: row.deletedAt !== null,
    deletedAt: toIso(row.deletedAt),
    bookingLinkId: row.bookingLinkId,
    slug,
    isListed: row.isListed,
    publicPath: publicPath(linkId, { handle, slug }),
    bookingUrlId: linkId,
    booking_url_id: linkId,
    eventStartUtc: toIso(row.eventStart),
    eventEndUtc: toIso(row.eventEnd),
    bookingStartUtc: toIso(row.bookingStart),
    bookingEndUtc: toIso(row.bookingEnd),
    bookingendUtc: toIso(row.bookingEnd),
    startDate: toIso(row.eventStart),
    endDate: toIso(row.eventEnd),
    eventStartDate: eventStart.date,
    eventStartTime: eventStart.time,
    eventEndDate: eventEnd.date,
    eventEndTime: eventEnd.time,
    bookingStartDate: bookingStart.date,
    bookingStartTime: bookingStart.time,
    bookingEndDate: bookingEnd.date,
    bookingEndTime: bookingEnd.time,
    bufferTime: row.bufferTime,
    allowUsersToCancel: row.allowUsersToCancel,
    allowUsersToEdit: row.allowUsersToEdit,
    allowGuestsToChange: row.allowGuestsToChange,
    showUsersTheBookingStartDate: row.showBookingStartDate,
    weeklyAvailabilitySlots: row.week,
    weeklySlots: hours.week,
    scheduleId: row.scheduleId,
    hours,
    rules: shownRules(row),
    customFieldsCollections,
    labelIds,
    status: periodStatus({ start: row.eventStart, end: row.eventEnd }, row.timezone, now),
    bookingsCount: confirmed ?? 0,
    upcomingBookingsCount: upcoming ?? 0,
    version: row.version,
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  }
}
