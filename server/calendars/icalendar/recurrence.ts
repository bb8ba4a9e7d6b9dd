import ICAL from 'ical.js'
import { DAY } from '../../../availability/units.ts'
import { type Budget, MAX_INTERVAL, Unreadable } from './bounds.ts'
import { parseMoment } from './moments.ts'
import type { Property } from './properties.ts'

interface RuleStart {
  /** Milliseconds since 1970-01-01T00:00 on the clock of the rule. */
  wall: number
  isDate: boolean
}

interface RuleBounds {
  toInstant: (wall: number) => number
  /** Nothing before this wall time is needed. */
  from: number
  /** Nothing after this one either. */
  to: number
  steps: Budget
}

interface RuleData {
  freq?: string
  interval?: number
  count?: number
  until?: string
  [part: string]: unknown
}

const STEP_MS: Readonly<Record<string, number>> = {
  SECONDLY: 1000,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: DAY,
  WEEKLY: 7 * DAY,
}

/**
 * The wall times of a recurrence rule, ascending. Rules run on the clock of their zone, so they are iterated without a
 * zone. A malformed rule has none.
 */
export function* ruleWalls(property: Property, start: RuleStart, bounds: RuleBounds): Generator<number> {
  try {
    yield* iterateRule(property.values[0] as RuleData, start, bounds)
  } catch (error) {
    if (error instanceof Unreadable) throw error
  }
}

function* iterateRule(
  { until, count, ...data }: RuleData,
  start: RuleStart,
  bounds: RuleBounds,
): Generator<number> {
  if ((data.interval ?? 1) > MAX_INTERVAL) return
  const hasEnded = endOfRule(until, start, bounds)
  // Counting needs all of them. DTSTART is the first occurrence, also where the rule doesn't fit it (RFC 5545, 3.3.10).
  const first = count === undefined ? firstWall(data, start.wall, bounds.from) : start.wall
  let counted = 1
  const rule = new ICAL.Recur(data)
  // The library looks that far for a repetition.
  rule.until = icalTime(bounds.to + DAY, false)
  const iterator = rule.iterator(icalTime(first, start.isDate))
  for (;;) {
    bounds.steps.spend()
    const time = iterator.next() as ICAL.Time | null
    const wall = time ? wallOf(time) : Number.POSITIVE_INFINITY
    if (wall > bounds.to || hasEnded(wall)) return
    if (wall !== start.wall) counted += 1
    if (count !== undefined && counted > count) return
    if (wall >= bounds.from) yield wall
  }
}

/** UNTIL is inclusive. It should be of the kind of DTSTART, but often isn't. A malformed one doesn't end the series. */
function endOfRule(until: string | undefined, { isDate }: RuleStart, { toInstant }: RuleBounds) {
  const end = parseMoment(until)
  if (!end) return () => false
  const day = Math.floor(end.wall / DAY) * DAY
  const last = end.isDate ? day + DAY - 1 : end.wall
  // An instant can be on another date in the calendar's zone. The later one counts.
  if (isDate) return (wall: number) => wall > day && (!end.isUtc || toInstant(wall) > last)
  return (wall: number) => (end.isUtc ? toInstant(wall) : wall) > last
}

/** Rules that began long ago are continued from a later repetition. */
function firstWall({ freq = '', interval = 1 }: RuleData, start: number, from: number): number {
  const step = (STEP_MS[freq] ?? Number.NaN) * Math.max(1, interval)
  const skipped = Math.floor((from - start) / step)
  return skipped > 1 ? start + (skipped - 1) * step : start
}

function icalTime(wall: number, isDate: boolean): ICAL.Time {
  const date = new Date(wall)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  const [hour, minute, second] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
  return new ICAL.Time({ year, month, day, hour, minute, second, isDate }, ICAL.Timezone.localTimezone)
}

const wallOf = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  Date.UTC(year, month - 1, day, hour, minute, second)
