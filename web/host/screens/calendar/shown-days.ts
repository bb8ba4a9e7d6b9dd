import { civilDateOf, epochDayOf } from '../../../../availability/civil-date.ts'
import { formatDate, parseDate, weekdayOf } from '../../../../availability/wall-time.ts'
import { addMonths, weeksOfMonth, weekStartOf } from '../../../../contract/time/month.ts'

export const calendarViews = ['week', 'month'] as const
export type CalendarView = (typeof calendarViews)[number]

/** What the URL says. Without a view it is the week, and without a date today. */
export interface CalendarSearch {
  view?: 'month'
  /** `YYYY-MM-DD` */
  date?: string
}

/** What of it is sound. */
export function calendarSearch({ view, date }: Record<string, unknown>): CalendarSearch {
  return {
    ...(view === 'month' && { view }),
    ...(typeof date === 'string' && isDate(date) && { date }),
  }
}

/** Also that its neighbors can be shown and asked for. */
function isDate(text: string): boolean {
  try {
    const day = parseDate(text)
    return day >= FIRST && day <= LAST
  } catch {
    return false
  }
}

const [FIRST, LAST] = [parseDate('2000-01-01'), parseDate('2099-12-31')]

const DAYS_PER_WEEK = 7

/** Days since 1970-01-01, both inclusive. */
export interface DayRange {
  first: number
  last: number
}

/** The whole weeks that a view shows around a day, in the locale's order. */
export function shownDays(view: CalendarView, day: number, locale: string): DayRange {
  const weekStart = weekStartOf(locale)
  if (view === 'month') return weeksOfMonth(civilDateOf(day), weekStart)
  const first = day - ((weekdayOf(day) + 8 - weekStart) % DAYS_PER_WEEK)
  return { first, last: first + DAYS_PER_WEEK - 1 }
}

export const daysOf = ({ first, last }: DayRange): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** The same weekday in another week, or the same date in another month, or that month's last one. */
export function stepped(view: CalendarView, day: number, by: 1 | -1): number {
  if (view === 'week') return within(day + by * DAYS_PER_WEEK)
  const date = civilDateOf(day)
  const target = addMonths(date, by)
  const next = addMonths(target, 1)
  const length = epochDayOf(next.year, next.month, 1) - epochDayOf(target.year, target.month, 1)
  return within(epochDayOf(target.year, target.month, Math.min(date.day, length)))
}

/** The nearest day that can be shown. */
export const within = (day: number) => Math.min(Math.max(day, FIRST), LAST)

/** The search of a view around a day. */
export const searchFor = (view: CalendarView, day: number, today: number): CalendarSearch => ({
  ...(view === 'month' && { view }),
  ...(day !== today && { date: formatDate(day) }),
})
