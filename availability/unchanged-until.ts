import { MINUTE } from './units.ts'
import type { SlotRules } from './slot-rules.ts'
import { dayOf, startOfDay } from './wall-time.ts'

/**
 * Until when (epoch milliseconds) the same slots are offered if only time passes. `starts` are those that `rules` offer
 * now, in ascending order.
 */
export function unchangedUntil(rules: SlotRules, starts: readonly number[]): number {
  const { now, bookingPeriod, noticeMinutes = 0, windows = [] } = rules
  const [first] = starts
  const changes = [
    first === undefined ? null : first - noticeMinutes * MINUTE,
    bookingPeriod.start,
    bookingPeriod.end,
    // Windows move at midnight.
    windows.length > 0 ? startOfDay(rules.zone, dayOf(rules.zone, now) + 1) : null,
  ]
  return Math.min(...changes.filter((change) => change !== null && change >= now).map(Number), Infinity)
}
