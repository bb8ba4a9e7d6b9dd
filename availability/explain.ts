import { MINUTE } from './units.ts'
import { type ClosingRule, closingRules } from './closing-rules.ts'
import type { DateHours, Hours } from './hours.ts'
import { hoursAround, includesTime } from './hours-around.ts'
import type { Interval } from './interval.ts'
import { narrowedHours } from './narrowing.ts'
import type { SlotRules } from './slot-rules.ts'
import { gridBetween } from './slots.ts'
import { dayOf, formatDate, type ZoneTable } from './wall-time.ts'

/** A reason why no slot starts at an instant. */
export type Closing =
  | Exclude<ClosingRule, { readonly rule: 'narrowedHours' }>
  /**
   * It isn't inside the hours, or their narrowing, of a date (days since 1970-01-01) that includes it in the date's
   * zone: a travel can make that two dates. Of `replacements`, the first replaces the weekly hours; each other one
   * would close the time instead.
   */
  | {
      readonly rule: 'hours' | 'narrowedHours'
      readonly day: number
      readonly zone: ZoneTable
      readonly replacements: readonly DateHours[]
    }
  /** It is inside the hours, but no slot starts then. */
  | { readonly rule: 'startTimes' }

/** Every reason why a start (epoch milliseconds) isn't offered; empty exactly if `isOffered`. */
export function explainStart(rules: SlotRules, start: number): Closing[] {
  const closings = closingRules(rules, start).flatMap((closing): Closing[] =>
    closing.rule === 'narrowedHours'
      ? closedDates(narrowedHours(rules, rules.narrowing!), timeOf(rules, start)).map((date) => ({
          ...closing,
          ...date,
        }))
      : [closing],
  )
  return [...explainHours(rules, start), ...closings]
}

function explainHours(rules: SlotRules, start: number): Closing[] {
  if (gridBetween(rules, start, start).length > 0) return []
  const time = timeOf(rules, start)
  if (includesTime(rules, time)) return [{ rule: 'startTimes' }]
  return closedDates(rules, time).map((date) => ({ rule: 'hours', ...date }))
}

const timeOf = ({ durationMinutes }: SlotRules, start: number): Interval => ({
  start,
  end: start + durationMinutes * MINUTE,
})

/** The dates that include a time's start, with what their hours are. */
function closedDates(hours: Hours, time: Interval) {
  const closed = hoursAround(hours, time.start)
    .filter(({ start, end }) => start <= time.start && time.start < end)
    .map(({ day, zone, replacement }) => ({
      day,
      zone,
      replacements: replacement === null ? [] : closingDates(hours, day, time, replacement),
    }))
  // A travel to the west skips the time between two dates.
  return closed.length > 0
    ? closed
    : [{ day: dayOf(hours.zone, time.start), zone: hours.zone, replacements: [] }]
}

/** What replaces a day's hours, and the others of its replacements that would close the time instead. */
function closingDates(hours: Hours, day: number, time: Interval, replacement: DateHours): DateHours[] {
  const date = formatDate(day)
  const { dates = [] } = hours
  const others = dates.filter(
    (other) =>
      other !== replacement &&
      other.from <= date &&
      date <= other.to &&
      !includesTime({ ...hours, dates: [other, ...dates] }, time),
  )
  return [replacement, ...others]
}
