import type { calendar_v3 } from '@googleapis/calendar'
import type { Interval } from '../../../availability/interval.ts'
import { parseDate, startOfDay } from '../../../availability/wall-time.ts'
import { zoneTable } from '../../../contract/time-zones.ts'
import type { CalendarEntry } from '../provider.ts'
import { sequenceOf } from './booking-event.ts'

type GoogleEvent = calendar_v3.Schema$Event

/** A Google event in the form that every provider shares. */
export function calendarEntry(event: GoogleEvent & { id: string }, calendarTimeZone: string): CalendarEntry {
  return {
    id: event.id,
    isCanceled: event.status === 'cancelled',
    startAt: parseDateTime(event.start),
    endAt: parseDateTime(event.end),
    busy: busyInterval(event, calendarTimeZone),
    bookingSequence: sequenceOf(event),
    conferenceUrl: event.hangoutLink || null,
    hasFailedConference:
      !event.hangoutLink && event.conferenceData?.createRequest?.status?.statusCode === 'failure',
  }
}

/**
 * When an event keeps its owner busy, in epoch milliseconds; null if it doesn't: canceled, marked free, declined by the
 * owner, or a working location. All-day dates are days in the calendar's zone, the end exclusive.
 */
export function busyInterval(event: GoogleEvent, calendarTimeZone: string): Interval | null {
  if (event.status === 'cancelled' || event.transparency === 'transparent') return null
  if (event.eventType === 'workingLocation') return null
  if (event.attendees?.some((attendee) => attendee.self && attendee.responseStatus === 'declined'))
    return null
  const start = parseDateTime(event.start) ?? parseAllDay(event.start, calendarTimeZone)
  const end = parseDateTime(event.end) ?? parseAllDay(event.end, calendarTimeZone)
  return start !== null && end !== null && start < end ? { start, end } : null
}

function parseDateTime(time: calendar_v3.Schema$EventDateTime | undefined): number | null {
  const at = Date.parse(time?.dateTime ?? '')
  return Number.isNaN(at) ? null : at
}

function parseAllDay(time: calendar_v3.Schema$EventDateTime | undefined, timeZone: string): number | null {
  return time?.date && !time.dateTime ? startOfDay(zoneTable(timeZone), parseDate(time.date)) : null
}
