import { windowOf } from '../../../availability/notice-and-window.ts'
import { parseDate, startOfDay } from '../../../availability/wall-time.ts'
import { compileWeek } from '../../../availability/week.ts'
import { rulesOf } from './read-slot-rules.ts'
import type { SlotRequest } from './slot-request.ts'

/**
 * When the first and the last slot may start (epoch milliseconds), by the hours, the event period and the booking
 * windows; `last` is Infinity if there is no end.
 */
export function startBounds(asked: SlotRequest, now: number): { first: number; last: number } {
  const rules = rulesOf(asked, [], now)
  const windows = (rules.windows ?? []).map((window) => windowOf(window, rules, now))
  const ends = windows.map(({ end }) => end)
  // Without weekly hours, people can only book dates that have their own.
  if (compileWeek(rules.week).flat().length === 0) {
    const dates = (rules.dates ?? []).filter(({ slots }) => slots.length > 0).map(({ to }) => parseDate(to))
    ends.push(startOfDay(rules.zone, Math.max(...dates, 0) + 1))
  }
  const { start, end } = rules.eventPeriod
  return {
    first: Math.max(now, start ?? now, ...windows.map((window) => window.start)),
    last: Math.max(now, Math.min(end ?? Number.POSITIVE_INFINITY, ...ends) - 1),
  }
}
