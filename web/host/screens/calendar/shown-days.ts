import { civilDateOf } from '../../../../availability/civil-date.ts'
import { formatDate, parseDate } from '../../../../availability/wall-time.ts'
import {
  addMonthsToDay,
  type DayRange,
  DAYS_A_WEEK,
  startOfWeek,
  weeksOfMonth,
  weekStartOf,
} from '../../../../contract/time/month.ts'

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

/** The whole weeks that a view shows around a day, in the locale's order. */
export function shownDays(view: CalendarView, day: number, locale: string): DayRange {
  const weekStart = weekStartOf(locale)
  if (view === 'month') return weeksOfMonth(civilDateOf(day), weekStart)
  const first = startOfWeek(day, weekStart)
  return { first, last: first + DAYS_A_WEEK - 1 }
}

/** The same weekday in another week, or the same date in another month, or that month's last one. */
export const stepped = (view: CalendarView, day: number, by: 1 | -1): number =>
  within(view === 'week' ? day + by * DAYS_A_WEEK : addMonthsToDay(day, by))

/** The nearest day that can be shown. */
export const within = (day: number) => Math.min(Math.max(day, FIRST), LAST)

/** The search of a view around a day. */
export const searchFor = (view: CalendarView, day: number, today: number): CalendarSearch => ({
  ...(view === 'month' && { view }),
  ...(day !== today && { date: formatDate(day) }),
})
