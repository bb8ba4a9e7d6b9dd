import type { ClosingRule } from './closures.ts'
import type { DateHours } from './hours.ts'
import { hoursAround, includesTime } from './hours-around.ts'
import type { SlotRules } from './rules.ts'
import { closingRules, gridBetween } from './slots.ts'

const MINUTE = 60_000

/** A reason why no slot starts at an instant. */
export type Closing =
  | ClosingRule
  /** It isn't inside the date's hours. `replacement` is what replaces the weekly ones on that date. */
  | { readonly rule: 'hours'; readonly replacement: DateHours | null }
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
  const replacements = new Set<DateHours | null>()
  for (const date of hoursAround(rules, start)) {
    if (date.start <= start && start < date.end) replacements.add(date.replacement)
  }
  if (replacements.size === 0) replacements.add(null)
  return [...replacements].map((replacement) => ({ rule: 'hours', replacement }))
}
