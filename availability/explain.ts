import { type ClosingRule, closingRules } from './closures.ts'
import type { DateHours } from './hours.ts'
import { hoursAround, includesTime } from './hours-around.ts'
import type { SlotRules } from './rules.ts'
import { gridBetween } from './slots.ts'
import { dayOf, type ZoneTable } from './wall-time.ts'

const MINUTE = 60_000

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
  const end = start + rules.durationMinutes * MINUTE
  if (includesTime(rules, { start, end })) return [{ rule: 'startTimes' }]
  const closed = hoursAround(rules, start)
    .filter((date) => date.start <= start && start < date.end)
    .map(({ day, zone, replacement }) => ({ rule: 'hours', day, zone, replacement }) as const)
  // A travel to the west skips the time between two dates.
  if (closed.length > 0) return closed
  return [{ rule: 'hours', day: dayOf(rules.zone, start), zone: rules.zone, replacement: null }]
}
