import { formatDate, periodEnd, wallFromInstant } from '../../availability/wall-time.ts'
import { zoneTable } from '../time/time-zones.ts'

export const periodMessages = {
  eventStartDate: 'Start date cannot be after end date',
  eventStartTime: 'When start and end dates are the same, start time must be before end time',
  bookingAfterEvent: 'Booking availability start date and time cannot be after the event start date and time',
  bookingStartDate: 'Booking availability start date cannot be after end date',
  bookingStartTime: 'When booking start and end dates are the same, start time must be before end time',
} as const

/** An event's periods: ISO instants, or null if open, and the zone that defines its days. */
export interface EventPeriods {
  timezone: string
  eventStartUtc: string | null
  eventEndUtc: string | null
  bookingStartUtc: string | null
  bookingEndUtc: string | null
}

export type PeriodField = 'eventStartUtc' | 'bookingStartUtc'

/** Period errors by the field that shows the message; empty if there are none. */
export function periodErrors(periods: EventPeriods): Partial<Record<PeriodField, string>> {
  const errors: Partial<Record<PeriodField, string>> = {}
  const { timezone } = periods
  const event = compareBounds(periods.eventStartUtc, periods.eventEndUtc, timezone)
  if (event === 'later day') errors.eventStartUtc = periodMessages.eventStartDate
  if (event === 'same day') errors.eventStartUtc = periodMessages.eventStartTime

  const booking = compareBounds(periods.bookingStartUtc, periods.bookingEndUtc, timezone)
  if (after(periods.bookingStartUtc, periods.eventStartUtc)) {
    errors.bookingStartUtc = periodMessages.bookingAfterEvent
  } else if (booking === 'later day') errors.bookingStartUtc = periodMessages.bookingStartDate
  else if (booking === 'same day') errors.bookingStartUtc = periodMessages.bookingStartTime
  return errors
}

function after(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && Date.parse(a) > Date.parse(b)
}

/** How a start fails to be before its end, by days of the zone; null if it is before. */
function compareBounds(start: string | null, end: string | null, timezone: string) {
  if (start === null || end === null || Date.parse(start) < Date.parse(end)) return null
  const day = (instant: string) =>
    formatDate(wallFromInstant(zoneTable(timezone), Date.parse(instant)).epochDay)
  return day(start) === day(end) ? 'same day' : 'later day'
}

export type EventStatus = 'not-started' | 'active' | 'ended'

/**
 * Whether `now` (epoch milliseconds) is before, in or after a period (ISO instants, null if open) in a zone. An end
 * of 23:59 is the end of that day.
 */
export function periodStatus(
  { start, end }: { start: string | null; end: string | null },
  timezone: string,
  now: number,
): EventStatus {
  if (start !== null && now < Date.parse(start)) return 'not-started'
  return end !== null && now >= periodEnd(Date.parse(end), zoneTable(timezone)) ? 'ended' : 'active'
}
