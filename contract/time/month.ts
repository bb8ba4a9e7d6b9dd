import { dayOf, formatDate, parseDate, weekdayOf } from '../../availability/wall-time.ts'
import { zoneTable } from './time-zones.ts'

export interface Month {
  year: number
  /** 1 to 12. */
  month: number
}

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

/** The days a calendar shows for a month: whole weeks, as days since 1970-01-01, both inclusive. */
export function weeksOfMonth(month: Month, weekStart: number): { first: number; last: number } {
  const { first, last } = daysOfMonth(month)
  return { first: startOfWeek(first, weekStart), last: startOfWeek(last, weekStart) + 6 }
}

/** The days of a month, as days since 1970-01-01, both inclusive. */
export const daysOfMonth = (month: Month) => ({
  first: firstDayOf(month),
  last: firstDayOf(addMonths(month, 1)) - 1,
})

const firstDayOf = ({ year, month }: Month) => parseDate(`${year}-${String(month).padStart(2, '0')}-01`)

export function addMonths({ year, month }: Month, count: number): Month {
  const months = year * 12 + month - 1 + count
  return { year: Math.floor(months / 12), month: (months % 12) + 1 }
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
