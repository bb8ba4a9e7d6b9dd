import type { calendar_v3 } from '@googleapis/calendar'
import type { Interval } from '../../../availability/interval.ts'
import { DAY, HOUR } from '../../../availability/units.ts'
import { startOfDay } from '../../../availability/wall-time.ts'
import { parseMoment } from '../../../contract/icalendar/parse-moment.ts'
import { isTimeZone, zoneTable } from '../../../contract/time/time-zones.ts'
import type { BusyTime, CalendarEntry, UnreadableEntry } from '../../adapters/calendar-provider.ts'
import { USUAL_LENGTH_MS } from '../../../contract/icalendar/event-part.ts'
import { LAST_INSTANT } from '../../db/tables/instant.ts'
import { unreadableEntry } from '../icalendar/unreadable.ts'
import { sequenceOf } from './booking-event.ts'

type GoogleEvent = calendar_v3.Schema$Event

/** The first and the last place on earth where a day begins, in hours from UTC. */
const [EARLIEST, LATEST] = [-14, 12]

/** A Google event in the form that every provider shares. */
export function calendarEntry(event: GoogleEvent & { id: string }, calendarTimeZone: string): CalendarEntry {
  return {
    id: event.id,
    uid: event.iCalUID ?? null,
    title: event.summary ?? '',
    isCanceled: event.status === 'cancelled',
    startAt: parseDateTime(event.start),
    endAt: parseDateTime(event.end),
    busy: busyTimes(event, calendarTimeZone),
    bookingSequence: sequenceOf(event),
    conferenceUrl: event.hangoutLink || null,
    hasFailedConference:
      !event.hangoutLink && event.conferenceData?.createRequest?.status?.statusCode === 'failure',
  }
}

/**
 * When an event keeps its owner busy, in epoch milliseconds. It doesn't if it is canceled, marked free, declined by the
 * owner, or a working location. All-day dates are days in the calendar's zone, the end exclusive.
 */
export function busyTimes(event: GoogleEvent, calendarTimeZone: string): BusyTime[] {
  const times = isFree(event) ? null : timesOf(event, calendarTimeZone)
  if (times === null || times.start >= times.end) return []
  return [
    {
      ...times,
      isTentative: event.status === 'tentative' || ownResponse(event) === 'tentative',
      isAllDay: event.start?.dateTime === undefined,
      isOutOfOffice: event.eventType === 'outOfOffice',
    },
  ]
}

/** What is known of the events that aren't free, but lack a usable start or a usable end. */
export function unreadableEvents(
  events: readonly (GoogleEvent & { id: string })[],
  calendarTimeZone: string,
): UnreadableEntry[] {
  return events
    .filter(
      (event) =>
        !isFree(event) &&
        (startOf(event, calendarTimeZone) === null || endOf(event, calendarTimeZone) === null),
    )
    .map(({ id, summary, start, end }) =>
      unreadableEntry(
        id,
        summary ?? '',
        [start, end].map((time) => time?.date ?? time?.dateTime ?? ''),
      ),
    )
}

const ownResponse = ({ attendees }: GoogleEvent) => attendees?.find(({ self }) => self)?.responseStatus

const isFree = (event: GoogleEvent): boolean =>
  event.status === 'cancelled' ||
  event.transparency === 'transparent' ||
  event.eventType === 'workingLocation' ||
  ownResponse(event) === 'declined'

/**
 * Null without a usable start. Without a usable end, it lasts for an hour or the day that it starts on. One that ends in
 * the year 9999, as if it never did, can end later than a database can store.
 */
function timesOf(event: GoogleEvent, calendarTimeZone: string): Interval | null {
  const start = startOf(event, calendarTimeZone)
  if (start === null) return null
  const end =
    endOf(event, calendarTimeZone) ??
    parseAllDay(event.start, calendarTimeZone, LATEST, 1) ??
    start + USUAL_LENGTH_MS
  return { start, end: Math.min(end, LAST_INSTANT) }
}

const startOf = ({ start }: GoogleEvent, calendarTimeZone: string): number | null =>
  parseDateTime(start) ?? parseAllDay(start, calendarTimeZone, EARLIEST)

const endOf = ({ end }: GoogleEvent, calendarTimeZone: string): number | null =>
  parseDateTime(end) ?? parseAllDay(end, calendarTimeZone, LATEST)

function parseDateTime(time: calendar_v3.Schema$EventDateTime | undefined): number | null {
  const at = Date.parse(time?.dateTime ?? '')
  return Number.isNaN(at) ? null : at
}

/**
 * When a day begins, or the one that is `later` by as many days. A day before 1970 counts as the first one of 1970. In a
 * zone that nobody here knows, a day begins at `elsewhere`, in hours from its midnight in UTC.
 */
function parseAllDay(
  time: calendar_v3.Schema$EventDateTime | undefined,
  timeZone: string,
  elsewhere: number,
  later = 0,
): number | null {
  const parsed = time?.dateTime ? null : parseMoment(time?.date)
  if (!parsed?.isDate) return null
  const day = Math.max(0, parsed.wall / DAY) + later
  return isTimeZone(timeZone) ? startOfDay(zoneTable(timeZone), day) : (day * 24 + elsewhere) * HOUR
}
