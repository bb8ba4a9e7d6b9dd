import { parseDate } from './civil-date.ts'
import { compileHours, type Hours } from './hours.ts'
import type { Interval } from './interval.ts'
import { dayOf, startOfDay } from './wall-time.ts'

/**
 * The dates that can be booked, in the zone of the hours: up to so many calendar or working days after today, or
 * between two dates (`YYYY-MM-DD`, both inclusive). A working day is a date with hours; today doesn't count as one.
 */
export type BookingWindow =
  | { readonly type: 'calendarDays' | 'workingDays'; readonly days: number }
  | { readonly type: 'fixed'; readonly from: string; readonly to: string }

/**
 * How far ahead working days are counted. With fewer of them in that time, the window ends there: nothing is offered
 * later.
 */
const MAX_SEARCHED_DAYS = 1_830
const DAYS_AT_ONCE = 64

/** The instants (epoch milliseconds, end exclusive) at which a slot may start. */
export function windowOf(window: BookingWindow, hours: Hours, now: number): Interval {
  if (window.type === 'fixed') {
    return {
      start: startOfDay(hours.zone, parseDate(window.from)),
      end: startOfDay(hours.zone, parseDate(window.to) + 1),
    }
  }
  const today = dayOf(hours.zone, now)
  const last = window.type === 'calendarDays' ? today + window.days : workingDay(hours, today, window.days)
  return { start: Number.NEGATIVE_INFINITY, end: startOfDay(hours.zone, last + 1) }
}

/** The day of the `count`th date with hours after a day. */
function workingDay(hours: Hours, after: number, count: number): number {
  const until = after + MAX_SEARCHED_DAYS
  let day = after
  let found = 0
  while (found < count && day < until) {
    const last = Math.min(day + DAYS_AT_ONCE, until)
    const { rangesOn } = compileHours(hours, day + 1, last)
    for (; found < count && day < last; day += 1) if (rangesOn(day + 1).length > 0) found += 1
  }
  return day
}
