import { dayOf, formatDate, parseDate, weekdayOf } from '../availability/wall-time.ts'
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

/** The days a calendar shows for a month: whole weeks, as days since 1970-01-01, both inclusive. */
export function weeksOfMonth({ year, month }: Month, weekStart: number): { first: number; last: number } {
  const first = parseDate(`${year}-${String(month).padStart(2, '0')}-01`)
  const next = addMonths({ year, month }, 1)
  const last = parseDate(`${next.year}-${String(next.month).padStart(2, '0')}-01`) - 1
  const column = (day: number) => (weekdayOf(day) + 8 - weekStart) % 7
  return { first: first - column(first), last: last + 6 - column(last) }
}

export function addMonths({ year, month }: Month, count: number): Month {
  const months = year * 12 + month - 1 + count
  return { year: Math.floor(months / 12), month: (months % 12) + 1 }
}

export const isBefore = (one: Month, other: Month) =>
  one.year * 12 + one.month < other.year * 12 + other.month

/** The month that a viewer in a zone is in, at an instant (epoch milliseconds). */
export function monthAt(instant: number, timeZone: string): Month {
  const [year, month] = formatDate(dayOf(zoneTable(timeZone), instant)).split('-')
  return { year: Number(year), month: Number(month) }
}
