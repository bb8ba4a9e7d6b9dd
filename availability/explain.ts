import { type ClosingRule, closingRules } from './closures.ts'
import type { DateHours, Hours } from './hours.ts'
import { hoursAround, includesTime } from './hours-around.ts'
import { narrowedHours } from './narrowing.ts'
import type { SlotRules } from './rules.ts'
import { gridBetween } from './slots.ts'
import { dayOf, type ZoneTable } from './wall-time.ts'

const MINUTE = 60_000

/** A reason why no slot starts at an instant. */
export type Closing =
  | Exclude<ClosingRule, { readonly rule: 'narrowedHours' }>
  /**
   * It isn't inside the hours, or their narrowing, of a date (days since 1970-01-01) that includes it in the date's zone: a travel can make that
   * two dates. `replacement` is what replaces the weekly hours.
   */
  | {
      readonly rule: 'hours' | 'narrowedHours'
      readonly day: number
      readonly zone: ZoneTable
      readonly replacement: DateHours | null
    }
  /** It is inside the hours, but no slot starts then. */
  | { readonly rule: 'startTimes' }

/** Every reason why a start (epoch milliseconds) isn't offered; empty exactly if `isOffered`. */
export function explainStart(rules: SlotRules, start: number): Closing[] {
  const closings = closingRules(rules, start).flatMap((closing): Closing[] =>
    closing.rule === 'narrowedHours'
      ? closedDates(narrowedHours(rules, rules.narrowing!), start).map((date) => ({ ...closing, ...date }))
      : [closing],
  )
  return [...explainHours(rules, start), ...closings]
}

function explainHours(rules: SlotRules, start: number): Closing[] {
  if (gridBetween(rules, start, start).length > 0) return []
  const end = start + rules.durationMinutes * MINUTE
  if (includesTime(rules, { start, end })) return [{ rule: 'startTimes' }]
  return closedDates(rules, start).map((date) => ({ rule: 'hours', ...date }))
}

/** The dates that include an instant, with what their hours are. */
function closedDates(hours: Hours, instant: number) {
  const closed = hoursAround(hours, instant)
    .filter(({ start, end }) => start <= instant && instant < end)
    .map(({ day, zone, replacement }) => ({ day, zone, replacement }))
  // A travel to the west skips the time between two dates.
  return closed.length > 0
    ? closed
    : [{ day: dayOf(hours.zone, instant), zone: hours.zone, replacement: null }]
}
