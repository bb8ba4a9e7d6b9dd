import type { calendar_v3 } from '@googleapis/calendar'
import type { Interval } from '../../../availability/interval.ts'
import { parseDate, startOfDay, zoneTable } from '../../../availability/wall-time.ts'

/**
 * When an entry keeps its owner busy, in epoch milliseconds; null for one that does not: cancelled, marked free, declined
 * by the owner, or a working location. All-day dates are days of the calendar's zone, the end exclusive.
 */
export function busyInterval(entry: calendar_v3.Schema$Event, calendarTimeZone: string): Interval | null {
  if (entry.status === 'cancelled' || entry.transparency === 'transparent') return null
  if (entry.eventType === 'workingLocation') return null
  if (entry.attendees?.some((attendee) => attendee.self && attendee.responseStatus === 'declined'))
    return null
  const start = instantOf(entry.start, calendarTimeZone)
  const end = instantOf(entry.end, calendarTimeZone)
  return start !== null && end !== null && start < end ? { start, end } : null
}

function instantOf(time: calendar_v3.Schema$EventDateTime | undefined, timeZone: string): number | null {
  if (time?.dateTime) {
    const at = Date.parse(time.dateTime)
    return Number.isNaN(at) ? null : at
  }
  return time?.date ? startOfDay(zoneTable(timeZone), parseDate(time.date)) : null
}
