import { dayOf, formatDate, parseDate, weekdayOf } from '../../availability/wall-time.ts'
import { zoneTable } from './time-zones.ts'

export interface Month {
  year: number
  /** 1 to 12. */
  month: number
}

/** Days since 1970-01-01, both inclusive. */
export interface DayRange {
  first: number
  last: number
}

export const DAYS_A_WEEK = 7

const FALLBACK_WEEK_START = 1

let lastLookup = { locale: '', weekStart: FALLBACK_WEEK_START }

/** The first day of the week in a locale's region: 1 (Monday) to 7 (Sunday). */
export function weekStartOf(locale: string): number {
  // Slow to look up, and needed for every rendering of the calendar.
  if (lastLookup.locale !== locale) {
    const known = new Intl.Locale(locale) as Intl.Locale & {
      getWeekInfo?: () => { firstDay: number }
      weekInfo?: { firstDay: number }
    }
    const weekStart = (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? FALLBACK_WEEK_START
    lastLookup = { locale, weekStart }
  }
  return lastLookup.weekStart
}

/** The first day of the week that contains a day, both as days since 1970-01-01. */
export const startOfWeek = (day: number, weekStart: number): number =>
  day - ((weekdayOf(day) + 8 - weekStart) % 7)

/** The days a calendar shows for a month: whole weeks. */
export function weeksOfMonth(month: Month, weekStart: number): DayRange {
  const { first, last } = daysOfMonth(month)
  return { first: startOfWeek(first, weekStart), last: startOfWeek(last, weekStart) + 6 }
}

/** The days of a range, in order. */
export const daysIn = ({ first, last }: DayRange): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** The days of whole weeks, by week. */
export const weeksIn = ({ first, last }: DayRange): number[][] =>
  Array.from({ length: (last - first + 1) / DAYS_A_WEEK }, (_, index) => {
    const start = first + index * DAYS_A_WEEK
    return daysIn({ first: start, last: start + DAYS_A_WEEK - 1 })
  })

/** The days of a month. */
export const daysOfMonth = (month: Month): DayRange => ({
  first: firstDayOf(month),
  last: firstDayOf(addMonths(month, 1)) - 1,
})

const firstDayOf = ({ year, month }: Month) => parseDate(`${year}-${String(month).padStart(2, '0')}-01`)

export function addMonths({ year, month }: Month, count: number): Month {
  const months = year * 12 + month - 1 + count
  return { year: Math.floor(months / 12), month: (months % 12) + 1 }
}

/** The same day number in the month that is `count` months later, or that month's last day. */
export function addMonthsToDay(day: number, count: number): number {
  const month = monthOfDay(day)
  const { first, last } = daysOfMonth(addMonths(month, count))
  return Math.min(first + day - firstDayOf(month), last)
}

export const isBefore = (one: Month, other: Month) =>
  one.year * 12 + one.month < other.year * 12 + other.month

/** The month that a viewer in a zone is in, at an instant (epoch milliseconds). */
export const monthAt = (instant: number, timeZone: string): Month =>
  monthOfDay(dayOf(zoneTable(timeZone), instant))

/** The month of a day (days since 1970-01-01). */
export function monthOfDay(day: number): Month {
  const [year, month] = formatDate(day).split('-')
  return { year: Number(year), month: Number(month) }
}
