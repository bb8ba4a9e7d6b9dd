import { dayOf, periodEnd } from '../../availability/wall-time.ts'
import { zoneTable } from '../time/time-zones.ts'

export const periodMessages = {
  eventStartDate: 'Start date cannot be after end date',
  eventStartTime: 'When start and end dates are the same, start time must be before end time',
  bookingAfterEvent: 'Booking availability start date and time cannot be after the event start date and time',
  bookingStartDate: 'Booking availability start date cannot be after end date',
  bookingStartTime: 'When booking start and end dates are the same, start time must be before end time',
} as const

/** An event's periods: epoch milliseconds, or null if open, and the zone that defines its days. */
export interface EventPeriods {
  timezone: string
  eventStart: number | null
  eventEnd: number | null
  bookingStart: number | null
  bookingEnd: number | null
}

interface PeriodsInJson {
  timezone: string
  eventStartUtc: string | null
  eventEndUtc: string | null
  bookingStartUtc: string | null
  bookingEndUtc: string | null
}

/** An event's periods as its JSON has them. */
export const readPeriods = (event: PeriodsInJson): EventPeriods => ({
  timezone: event.timezone,
  eventStart: instantIn(event.eventStartUtc),
  eventEnd: instantIn(event.eventEndUtc),
  bookingStart: instantIn(event.bookingStartUtc),
  bookingEnd: instantIn(event.bookingEndUtc),
})

/** Epoch milliseconds of an ISO instant; null stays null. */
export const instantIn = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))

export type PeriodField = 'eventStartUtc' | 'bookingStartUtc'

/** Period errors by the field that shows the message; empty if there are none. */
export function periodErrors(periods: EventPeriods): Partial<Record<PeriodField, string>> {
  const errors: Partial<Record<PeriodField, string>> = {}
  const { timezone } = periods
  const event = compareBounds(periods.eventStart, periods.eventEnd, timezone)
  if (event === 'later day') errors.eventStartUtc = periodMessages.eventStartDate
  if (event === 'same day') errors.eventStartUtc = periodMessages.eventStartTime

  const booking = compareBounds(periods.bookingStart, periods.bookingEnd, timezone)
  if (isAfter(periods.bookingStart, periods.eventStart)) {
    errors.bookingStartUtc = periodMessages.bookingAfterEvent
  } else if (booking === 'later day') errors.bookingStartUtc = periodMessages.bookingStartDate
  else if (booking === 'same day') errors.bookingStartUtc = periodMessages.bookingStartTime
  return errors
}

const isAfter = (a: number | null, b: number | null) => a !== null && b !== null && a > b

/** How a start fails to be before its end, by days of the zone; null if it is before. */
function compareBounds(start: number | null, end: number | null, timezone: string) {
  if (start === null || end === null || start < end) return null
  const zone = zoneTable(timezone)
  return dayOf(zone, start) === dayOf(zone, end) ? 'same day' : 'later day'
}

export type EventStatus = 'not-started' | 'active' | 'ended'

/**
 * Whether `now` is before, in or after a period (epoch milliseconds, null if open). An end of 23:59 is the end of that
 * day.
 */
export function periodStatus(
  { start, end }: { start: number | null; end: number | null },
  timezone: string,
  now: number,
): EventStatus {
  if (start !== null && now < start) return 'not-started'
  return end !== null && now >= periodEnd(end, zoneTable(timezone)) ? 'ended' : 'active'
}
