import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { DAY } from '../../availability/units.ts'
import { eventStart } from '../../contract/account/settings-options.ts'
import { readSettings } from '../hosts/read-settings.ts'
import { newSlotRequest } from '../bookings/slots/slot-request.ts'
import { slotsOf } from '../bookings/slots/list-slots.ts'
import { assertOwnCalendars, chosenCalendar } from '../calendars/choose-calendar.ts'
import { hostPhotos } from '../db/tables/host-photos.ts'
import type { Db } from '../db/database.ts'
import { hosts } from '../db/tables/hosts.ts'
import type { EventRow } from '../db/tables/events.ts'
import type { Handler } from '../http/endpoint.ts'
import { eventNotAccepting } from '../http/errors.ts'
import { openedPage } from './booking-page-data.ts'
import { problemPage } from './problem-page.ts'
import { viewerOf } from './viewer.ts'
import { assertSchedule } from '../schedules/assert-schedule.ts'
import { hostRules } from '../schedules/event-hours.ts'
import { findOwnEvent } from '../events/find-own-event.ts'
import { type Found, isAccepting } from '../events/find-public-event.ts'
import { newEvent } from '../events/new-event.ts'
import { checkBufferTime, checkPeriods, columnsOf } from '../events/save-event.ts'

const OPENINGS = 3
const OPENINGS_WITHIN_MS = 92 * DAY

/** Renders the page that an event would have if it was saved like this, with its next openings. */
export const previewEvent: Handler<'previewEvent'> = async ({ deps, caller, body, request }) => {
  const { db } = deps
  const { hostId } = caller
  const now = deps.now()
  const { eventId, viewer: wanted, event: values } = body
  const stored = eventId === undefined ? null : await findOwnEvent(db, hostId, eventId)
  const { calendarId: chosen = stored?.calendarId ?? null } = values
  const isKept = chosen !== null && chosen === stored?.calendarId
  const calendarId = isKept ? chosen : await chosenCalendar(deps, hostId, chosen)
  const event: EventRow = {
    ...(stored ?? (await unstored(db, { hostId, title: values.title, now }))),
    ...columnsOf(values, stored),
    calendarId,
  }
  await assertOwnCalendars(db, hostId, values.checkedCalendars)
  await assertSchedule(db, hostId, values.scheduleId)
  checkPeriods(event)
  checkBufferTime(event.bufferTime, stored?.bufferTime ?? null)
  const viewer = {
    ...viewerOf(request, wanted.timezone),
    timeZone: wanted.timezone,
    hour12: wanted.timeFormat === '12hour',
  }
  if (!isAccepting(event)) {
    return { html: deps.renderPreview(problemPage(eventNotAccepting(), { viewer, now })), openings: [] }
  }
  const found = { event, ...(await readHost(db, event)), revision: 0, link: null }
  // Nobody is asked anything before they choose a time.
  const page = await openedPage(deps, found, { viewer, isUnsaved: true, asks: [] })
  const range = { start: now, end: now + OPENINGS_WITHIN_MS }
  const slots =
    page.slots && page.isAccepting
      ? await slotsOf(deps, { ...newSlotRequest(found), isUnsaved: true }, range)
      : page.slots
  return { html: deps.renderPreview(page), openings: slots && slots.slice(0, OPENINGS) }
}

/** A new event with its columns' defaults, without a calendar. */
const unstored = async (db: Db, event: { hostId: string; title: string; now: number }) => ({
  ...newEvent({ ...event, id: randomUUID(), start: eventStart(await readSettings(db, event.hostId)) }),
  rules: {},
  scheduleId: null,
  periodOffsets: null,
  isListed: false,
  version: 1,
  deletedAt: null,
})

/** The event's columns are given, because it may differ from the stored one. */
async function readHost(
  db: Db,
  { hostId, scheduleId }: Pick<EventRow, 'hostId' | 'scheduleId'>,
): Promise<Pick<Found, 'host' | 'hostName' | 'photoDigest'>> {
  const [found] = await db
    .select({ host: hostRules, hostName: hosts.name, photoDigest: hostPhotos.digest })
    .from(sql`(select ${hostId}::uuid as host_id, ${scheduleId}::uuid as schedule_id) as "events"`)
    .innerJoin(hosts, eq(hosts.id, hostId))
    .leftJoin(hostPhotos, eq(hostPhotos.hostId, hosts.id))
  return found!
}
