import type { calendar_v3 } from '@googleapis/calendar'
import { HOUR } from '../../../availability/units.ts'
import { parseDate, startOfDay } from '../../../availability/wall-time.ts'
import { isTimeZone, zoneTable } from '../../../contract/time/time-zones.ts'
import type { BusyTime, CalendarEntry } from '../../adapters/calendar-provider.ts'
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
  if (event.status === 'cancelled' || event.transparency === 'transparent') return []
  if (event.eventType === 'workingLocation') return []
  const response = event.attendees?.find(({ self }) => self)?.responseStatus
  if (response === 'declined') return []
  const start = parseDateTime(event.start) ?? parseAllDay(event.start, calendarTimeZone, EARLIEST)
  const end = parseDateTime(event.end) ?? parseAllDay(event.end, calendarTimeZone, LATEST)
  if (start === null || end === null || start >= end) return []
  return [
    {
      start,
      end,
      isTentative: event.status === 'tentative' || response === 'tentative',
      isAllDay: event.start?.dateTime === undefined,
      isOutOfOffice: event.eventType === 'outOfOffice',
    },
  ]
}

function parseDateTime(time: calendar_v3.Schema$EventDateTime | undefined): number | null {
  const at = Date.parse(time?.dateTime ?? '')
  return Number.isNaN(at) ? null : at
}

/** In a zone that nobody here knows, a day begins at `elsewhere`, in hours from its midnight in UTC. */
function parseAllDay(
  time: calendar_v3.Schema$EventDateTime | undefined,
  timeZone: string,
  elsewhere: number,
): number | null {
  if (!time?.date || time.dateTime) return null
  const day = parseDate(time.date)
  return isTimeZone(timeZone) ? startOfDay(zoneTable(timeZone), day) : (day * 24 + elsewhere) * HOUR
}
