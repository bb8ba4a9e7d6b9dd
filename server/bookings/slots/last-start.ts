import { windowOf } from '../../../availability/notice-and-window.ts'
import { parseDate, startOfDay } from '../../../availability/wall-time.ts'
import { compileWeek } from '../../../availability/week.ts'
import { rulesOf } from './read-slot-rules.ts'
import type { SlotRequest } from './slot-request.ts'

/**
 * When the last slot may start, by the hours, the event period and the booking windows; Infinity if there is no end.
 */
export function lastStart(asked: SlotRequest, now: number): number {
  const rules = rulesOf(asked, [], now)
  const ends = (rules.windows ?? []).map((window) => windowOf(window, rules, now).end)
  // Without weekly hours, people can only book dates that have their own.
  if (compileWeek(rules.week).flat().length === 0) {
    const dates = (rules.dates ?? []).filter(({ slots }) => slots.length > 0).map(({ to }) => parseDate(to))
    ends.push(startOfDay(rules.zone, Math.max(...dates, 0) + 1))
  }
  return Math.max(now, Math.min(rules.eventPeriod.end ?? Number.POSITIVE_INFINITY, ...ends) - 1)
}
