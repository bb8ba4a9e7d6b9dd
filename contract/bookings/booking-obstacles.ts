import { DAY, MINUTES_PER_DAY } from '../../availability/units.ts'
import { offeredStarts } from '../../availability/slots.ts'
import { dayOf, parseDate, periodEnd } from '../../availability/wall-time.ts'
import { compileRanges, compileWeek, longestRun } from '../../availability/week.ts'
import { periodStatus, readPeriods } from '../events/event-periods.ts'
import type { EventRules } from '../events/event-rules.ts'
import { hoursFrom, type HoursValues } from '../hours/hours.ts'
import { zoneTable } from '../time/time-zones.ts'

/** What an event's host has decided about when people can book it. */
export interface BookableEvent {
  timezone: string
  /** The periods: ISO 8601, or null if open. */
  eventStartUtc: string | null
  eventEndUtc: string | null
  bookingStartUtc: string | null
  bookingEndUtc: string | null
  isEnabled: boolean
  isArchived: boolean
  /** Minutes. */
  duration: number
  hours: HoursValues
  rules: Pick<EventRules, 'startTimes' | 'durations' | 'bookingWindow'>
}

export type BookingObstacle =
  | 'archived'
  | 'paused'
  | 'event-ended'
  | 'booking-ended'
  | 'booking-not-open'
  | 'window-ended'
  | 'no-hours'
  | 'too-long'
  | 'no-hours-in-period'

/** Every weekly range starts in it, even if a clock change skips one of them. */
const SEARCHED_DAYS = 16
/** Overrides can close the weeks before the next time, such as a long vacation. */
const MAX_SEARCHED_DAYS = 50 * SEARCHED_DAYS

/** Why nobody can book an event at `now` (epoch milliseconds), even if the host is never busy; empty if people can. */
export function findObstacles(event: BookableEvent, now: number): BookingObstacle[] {
  const { timezone } = event
  const found: BookingObstacle[] = []
  if (event.isArchived) found.push('archived')
  if (!event.isEnabled) found.push('paused')
  const { eventStart, eventEnd, bookingStart, bookingEnd } = readPeriods(event)
  const booking = periodStatus({ start: bookingStart, end: bookingEnd }, timezone, now)
  if (periodStatus({ start: eventStart, end: eventEnd }, timezone, now) === 'ended') found.push('event-ended')
  if (booking === 'ended') found.push('booking-ended')
  if (booking === 'not-started') found.push('booking-not-open')
  if (isWindowOver(event, now)) found.push('window-ended')
  const longest = longestTime(event.hours)
  if (longest === 0) found.push('no-hours')
  else if (longest < shortest(event)) found.push('too-long')
  else if (!found.includes('event-ended') && !hasTimes(event, now)) found.push('no-hours-in-period')
  return found
}

/** One between two dates ends for good; the others move on with the day. */
function isWindowOver({ hours, rules: { bookingWindow } }: BookableEvent, now: number): boolean {
  return (
    bookingWindow?.type === 'fixed' && parseDate(bookingWindow.to) < dayOf(zoneTable(hours.timezone), now)
  )
}

/** The longest time without a break in minutes, or somewhat more. */
function longestTime({ week, overrides }: HoursValues): number {
  const inWeek = longestRun(compileWeek(week))
  const onDates = overrides.flatMap(({ slots }) => compileRanges(slots))
  const alone = onDates.map(({ start, end }) => end - start)
  // Through midnight, they may run on in one another and in the hours of the week.
  const joined = onDates
    .filter(({ start, end }) => start === 0 || end === MINUTES_PER_DAY)
    .reduce((sum, { start, end }) => sum + end - start, inWeek)
  return Math.max(joined, ...alone)
}

/** The duration that fits into the most hours. */
const shortest = ({ duration, rules }: BookableEvent) => Math.min(duration, ...rules.durations)

export const acceptsBookings = (event: BookableEvent, now: number) => findObstacles(event, now).length === 0

function hasTimes(event: BookableEvent, now: number): boolean {
  const { eventStart, eventEnd, bookingStart } = readPeriods(event)
  const eventPeriod = {
    start: eventStart,
    end: eventEnd === null ? null : periodEnd(eventEnd, zoneTable(event.timezone)),
  }
  const start = Math.max(now, bookingStart ?? now, eventStart ?? now)
  const rules = {
    ...hoursFrom(event.hours),
    startTimes: event.rules.startTimes,
    durationMinutes: shortest(event),
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    eventPeriod,
    bookingPeriod: { start: null, end: null },
    busy: [],
    now,
  }
  const searchedDays = event.hours.overrides.length > 0 ? MAX_SEARCHED_DAYS : SEARCHED_DAYS
  for (let days = 0; days < searchedDays; days += SEARCHED_DAYS) {
    const from = start + days * DAY
    const range = { start: from, end: from + SEARCHED_DAYS * DAY }
    if (offeredStarts({ ...rules, range }).length > 0) return true
  }
  return false
}
