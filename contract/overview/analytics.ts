import { startOfWeek } from '../time/month.ts'

/** A leap year, both ends included. */
export const MAX_ANALYTICS_DAYS = 366

/**
 * More than anybody has in a year. The figures of more bookings aren't counted, because that would keep others waiting.
 */
export const MAX_ANALYTICS_BOOKINGS = 20_000

export const DEFAULT_ANALYTICS_WEEKS = 12

/** The groups of lead times, in days between the dates of booking and meeting. The last group has no end. */
export const leadTimeGroups = [
  { minDays: 0, maxDays: 0 },
  { minDays: 1, maxDays: 1 },
  { minDays: 2, maxDays: 3 },
  { minDays: 4, maxDays: 7 },
  { minDays: 8, maxDays: 14 },
  { minDays: 15, maxDays: null },
] as const

/** The week of `today` until then, and whole weeks before it: days since 1970-01-01, both inclusive. */
export const lastWeeks = (today: number, weeks: number, weekStart: number) => ({
  first: startOfWeek(today, weekStart) - 7 * (weeks - 1),
  last: today,
})
