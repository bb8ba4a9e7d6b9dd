import { DAY, HOUR, MINUTE, SECOND } from '../../availability/units.ts'
import { parseMoment } from './parse-moment.ts'
import type { Budget } from './bounds.ts'
import type { Property } from './properties.ts'
import { type Frequency, readRule, type Rule, type RuleData } from './rule.ts'
import { daysOf, firstDayOf, includesDay, periodOf } from './rule-days.ts'

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

const dataOf = (property: Property) => Object(property.values[0]) as RuleData

/** Whether it is known when a rule repeats an event. */
export function isReadableRule(property: Property, { wall, isDate }: RuleStart): boolean {
  const data = dataOf(property)
  const rule = readRule(data, wall, isDate)
  return rule !== null && Number(data['count'] ?? 1) >= 1 && !movesDays(data, rule)
}

/** In a year without a leap day. */
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether a rule moves days that a month or year lacks (RFC 7529). Those are left out here, as without `SKIP`. */
function movesDays({ skip = 'OMIT' }: RuleData, { months, monthDays, yearDays }: Rule): boolean {
  if (skip === 'OMIT') return false
  const lengths = MONTH_LENGTHS.filter((_, index) => months.length === 0 || months.includes(index + 1))
  const shortest = Math.min(...lengths)
  return monthDays.some((day) => Math.abs(day) > shortest) || yearDays.some((day) => Math.abs(day) > 365)
}

/**
 * The wall times of a recurrence rule after its start, ascending. Rules run on the clock of their zone, so they are
 * iterated without a zone. A malformed rule has none.
 */
export function* ruleWalls(property: Property, start: RuleStart, bounds: RuleBounds): Generator<number> {
  const data = dataOf(property)
  const rule = readRule(data, start.wall, start.isDate)
  if (!rule) return
  const count = Number(data['count'] ?? Number.POSITIVE_INFINITY)
  const hasEnded = endOfRule(data['until'], start, bounds)
  // DTSTART is the first occurrence, also where the rule doesn't fit it (RFC 5545, 3.3.10).
  let counted = 1
  // Counting needs all of them.
  const from = data['count'] === undefined ? Math.max(start.wall, bounds.from) : start.wall
  for (const wall of wallsOf(rule, start.wall, { ...bounds, from })) {
    if (wall > bounds.to || hasEnded(wall)) return
    if (wall <= start.wall) continue
    bounds.steps.spend()
    counted += 1
    if (counted > count) return
    if (wall >= bounds.from) yield wall
  }
}

/** UNTIL is inclusive. It should be of the kind of DTSTART, but often isn't. A malformed one doesn't end the series. */
function endOfRule(until: unknown, { isDate }: RuleStart, { toInstant }: RuleBounds) {
  const end = parseMoment(until)
  if (!end) return () => false
  const day = Math.floor(end.wall / DAY) * DAY
  const last = end.isDate ? day + DAY - 1 : end.wall
  // An instant can be on another date in the calendar's zone. The later one counts.
  if (isDate) return (wall: number) => wall > day && (!end.isUtc || toInstant(wall) > last)
  return (wall: number) => (end.isUtc ? toInstant(wall) : wall) > last
}

const UNITS: Partial<Record<Frequency, number>> = { HOURLY: HOUR, MINUTELY: MINUTE, SECONDLY: SECOND }

type Walk = Pick<RuleBounds, 'from' | 'to' | 'steps'>

/** All of a rule's wall times, from the period that `from` is in. */
function wallsOf(rule: Rule, start: number, walk: Walk): Generator<number> {
  const unit = UNITS[rule.frequency]
  return unit === undefined ? wallsByDay(rule, start, walk) : wallsByUnit(rule, unit, start, walk)
}

function* wallsByDay(rule: Rule, start: number, { from, to, steps }: Walk): Generator<number> {
  const { frequency, interval, months, positions } = rule
  const times = combined([0], [rule.hours, HOUR], [rule.minutes, MINUTE], [rule.seconds, SECOND])
  steps.spend(times.length)
  const cost = frequency === 'YEARLY' ? months.length || 12 : 1
  const first = periodOf(rule, Math.floor(start / DAY))
  const skipped = Math.floor((periodOf(rule, Math.floor(from / DAY)) - first) / interval)
  for (let period = first + skipped * interval; firstDayOf(rule, period) * DAY <= to; period += interval) {
    steps.spend(cost)
    const days = daysOf(rule, period)
    for (const index of chosen(positions, days.length * times.length)) {
      yield days[Math.floor(index / times.length)]! * DAY + times[index % times.length]!
    }
  }
}

/** The same for rules that repeat within a day, in periods of a unit. */
function* wallsByUnit(rule: Rule, unit: number, start: number, { from, to, steps }: Walk): Generator<number> {
  const times = combined(
    [0],
    [unit > MINUTE ? rule.minutes : [], MINUTE],
    [unit > SECOND ? rule.seconds : [], SECOND],
  )
  const step = rule.interval * unit
  const first = Math.floor(start / unit) * unit
  let wall = first + Math.floor((from - first) / step) * step
  while (wall <= to) {
    steps.spend()
    const next = nextFitting(rule, unit, wall)
    if (next === wall) {
      for (const index of chosen(rule.positions, times.length)) yield wall + times[index]!
    }
    wall += Math.max(1, Math.ceil((next - wall) / step)) * step
  }
}

/** The wall time itself if a rule includes the period that begins then, or else where the next one may begin. */
function nextFitting(rule: Rule, unit: number, wall: number): number {
  const misses = (list: readonly number[], size: number, count: number) =>
    list.length > 0 && !list.includes(Math.floor(wall / size) - Math.floor(wall / size / count) * count)
  if (!includesDay(rule, Math.floor(wall / DAY))) return (Math.floor(wall / DAY) + 1) * DAY
  if (misses(rule.hours, HOUR, 24)) return (Math.floor(wall / HOUR) + 1) * HOUR
  if (unit < HOUR && misses(rule.minutes, MINUTE, 60)) return (Math.floor(wall / MINUTE) + 1) * MINUTE
  if (unit < MINUTE && misses(rule.seconds, SECOND, 60)) return wall + SECOND
  return wall
}

/** Sums of one number of each list, times its size; a list that is empty adds nothing. Ascending if the lists are. */
function combined(
  sums: readonly number[],
  ...lists: readonly (readonly [readonly number[], number])[]
): readonly number[] {
  const [[list, size] = [], ...rest] = lists
  if (list === undefined || size === undefined) return sums
  const numbers = list.length > 0 ? list : [0]
  return combined(
    sums.flatMap((sum) => numbers.map((number) => sum + number * size)),
    ...rest,
  )
}

/** The indexes of a period's repetitions that a rule means, ascending: those that BYSETPOS names, or all. */
function* chosen(positions: readonly number[], count: number): Generator<number> {
  if (positions.length === 0) {
    for (let index = 0; index < count; index += 1) yield index
    return
  }
  const indexes = new Set(positions.map((position) => (position > 0 ? position - 1 : count + position)))
  yield* [...indexes].filter((index) => index >= 0 && index < count).toSorted((one, other) => one - other)
}
