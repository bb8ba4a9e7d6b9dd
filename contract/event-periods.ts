import { formatDate, periodEnd, wallFromInstant, zoneTable } from '../availability/wall-time.ts'

export const periodMessages = {
  eventStartDate: 'Start date cannot be after end date',
  eventStartTime: 'When start and end dates are the same, start time must be before end time',
  bookingAfterEvent: 'Booking availability start date and time cannot be after the event start date and time',
  bookingStartDate: 'Booking availability start date cannot be after end date',
  bookingStartTime: 'When booking start and end dates are the same, start time must be before end time',
} as const

/** The bounds of an event, as ISO instants or null where open, and the zone its days are counted in. */
export interface EventPeriods {
  timezone: string
  eventStartUtc: string | null
  eventEndUtc: string | null
  bookingStartUtc: string | null
  bookingEndUtc: string | null
}

export type PeriodField = 'eventStartUtc' | 'bookingStartUtc'

/** What is wrong with the periods, by the field that carries the message; empty when all is well. */
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

/** In which way a start fails to come before its end, by the days of the zone; null when it does come before. */
function compareBounds(start: string | null, end: string | null, timezone: string) {
  if (start === null || end === null || Date.parse(start) < Date.parse(end)) return null
  const day = (instant: string) =>
    formatDate(wallFromInstant(zoneTable(timezone), Date.parse(instant)).epochDay)
  return day(start) === day(end) ? 'same day' : 'later day'
}

export type EventStatus = 'not-started' | 'active' | 'ended'

/**
 * Where `now` (epoch milliseconds) stands to a period (ISO instants, null where open) of a zone, whose end at 23:59 is the
 * end of that day.
 */
export function periodStatus(
  { start, end }: { start: string | null; end: string | null },
  timezone: string,
  now: number,
): EventStatus {
  if (start !== null && now < Date.parse(start)) return 'not-started'
  return end !== null && now >= periodEnd(Date.parse(end), timezone) ? 'ended' : 'active'
}
