import { parseDate } from './civil-date.ts'
import { compileHours, type Hours } from './hours.ts'
import type { Interval } from './interval.ts'
import { MINUTE } from './units.ts'
import { dayOf, startOfDay } from './wall-time.ts'

/** How late and how early a slot can be booked. */
export interface NoticeAndWindow {
  /** How long before its start a slot can still be booked. A slot that starts `now` is over in any case. */
  readonly noticeMinutes?: number
  /** A slot must start inside all of them. */
  readonly windows?: readonly BookingWindow[]
}

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

/** Called with the starts (epoch milliseconds, `to` exclusive) that are closed. Either end can be infinite. */
interface OnClosed {
  readonly simple: (from: number, to: number, rule: 'past' | 'minimumNotice') => void
  readonly window: (from: number, to: number, window: BookingWindow) => void
}

const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number

/** Reports the starts that are too soon, or outside a window. `now` is in epoch milliseconds. */
export function reportTooSoonOrLate(
  rules: Hours & NoticeAndWindow & { readonly now: number },
  on: OnClosed,
): void {
  const { now, noticeMinutes, windows = [] } = rules
  on.simple(NEGATIVE_INFINITY, now + 1, 'past')
  if (noticeMinutes) on.simple(NEGATIVE_INFINITY, now + noticeMinutes * MINUTE, 'minimumNotice')
  for (const window of windows) {
    const { start, end } = windowOf(window, rules, now)
    if (start > NEGATIVE_INFINITY) on.window(NEGATIVE_INFINITY, start, window)
    on.window(end, POSITIVE_INFINITY, window)
  }
}

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
  return { start: NEGATIVE_INFINITY, end: startOfDay(hours.zone, last + 1) }
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
