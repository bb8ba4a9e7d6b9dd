import type { ClosingRule } from './closures.ts'
import { instantsOf } from './grid.ts'
import { compileHours, type DateHours } from './hours.ts'
import type { SlotRules } from './rules.ts'
import { closingRules, gridBetween } from './slots.ts'
import { dayOf, startOfDay, type ZoneTable } from './wall-time.ts'

const MINUTE = 60_000
/** Days on either side of an instant's date whose hours can include it: two for a travel's zone, one for clock changes. */
const NEIGHBORS = 3

/** A reason why no slot starts at an instant. */
export type Closing =
  | ClosingRule
  /**
   * It isn't inside the hours of a date (days since 1970-01-01) that includes it in the date's zone: a travel can make that
   * two dates. `replacement` is what replaces the weekly hours.
   */
  | {
      readonly rule: 'hours'
      readonly day: number
      readonly zone: ZoneTable
      readonly replacement: DateHours | null
    }
  /** It is inside the hours, but no slot starts then. */
  | { readonly rule: 'startTimes' }

/** Every reason why a start (epoch milliseconds) isn't offered; empty exactly if `isOffered`. */
export function explainStart(rules: SlotRules, start: number): Closing[] {
  return [...explainHours(rules, start), ...closingRules(rules, start)]
}

function explainHours(rules: SlotRules, start: number): Closing[] {
  if (gridBetween(rules, start, start).length > 0) return []
  const today = dayOf(rules.zone, start)
  const first = today - NEIGHBORS
  const last = today + NEIGHBORS
  const hours = compileHours(rules, first, last)
  const end = start + rules.durationMinutes * MINUTE
  const closed: Closing[] = []
  for (let day = first; day <= last; day += 1) {
    const zone = hours.zoneOn(day)
    const dayStart = startOfDay(zone, day)
    const dayEnd = startOfDay(zone, day + 1)
    if (dayStart === dayEnd) continue
    const ranges = hours.rangesOn(day).map((range) => instantsOf(range, zone, day, dayStart, dayEnd))
    if (ranges.some((range) => range.start <= start && end <= range.end)) return [{ rule: 'startTimes' }]
    if (dayStart <= start && start < dayEnd) {
      closed.push({ rule: 'hours', day, zone, replacement: hours.replacementOn(day) })
    }
  }
  // A travel to the west skips the time between two dates.
  return closed.length > 0 ? closed : [{ rule: 'hours', day: today, zone: rules.zone, replacement: null }]
}
