import {
  changesBetween,
  type OffsetChange,
  type YearlyChange,
  yearlyChanges,
  type ZoneRules,
} from '../../availability/zone-rules.ts'
import { formatDate, weekdayOf } from '../../availability/civil-date.ts'

const SECONDS_PER_DAY = 86_400
/** From March on, the dates of eleven years fall on every weekday. */
const YEARS = 11
/** A zone without changes in this year keeps its last offset. */
const LISTED_UNTIL = 2037

/** Removes what changes nothing, then the last changes as far as the yearly ones repeat them. */
export function compactRules(rules: ZoneRules): ZoneRules {
  const changes = realChanges(rules)
  const { yearly } = rules
  if (yearly.length === 0) return { ...rules, changes }
  const matches = (start: number) => {
    const from = changes[start - 1]![0] + 1
    const last = changes.at(-1)![0]
    const kept = { ...rules, changes: changes.slice(0, start) }
    return from > last || areEqual(changesBetween(kept, from, last).changes, changes.slice(start))
  }
  // The first change always stays: nothing says that the rule applied before it.
  let start = changes.length
  for (const [at, offset] of backward(yearly, yearOf(changes.at(-1)?.[0] ?? 0) + 1)) {
    if (start <= 1) break
    const [listedAt, listedOffset] = changes[start - 1]!
    if (at > listedAt) continue
    if (at < listedAt || offset !== listedOffset) break
    start -= 1
  }
  while (start < changes.length && !matches(start)) start += 1
  return { ...rules, changes: changes.slice(0, start) }
}

/** The changes that yearly rules cause, from the last one of a year back, without an end. */
function* backward(yearly: readonly YearlyChange[], year: number): Generator<OffsetChange> {
  for (let each = year; ; each -= 1) yield* yearlyChanges(yearly, each, each).toReversed()
}

/**
 * The same for rules that list all changes until `LISTED_UNTIL` at least: if the last ones follow a yearly rule, it
 * replaces them. A rule is concluded only if the dates cover a whole week, so that its first day is certain.
 */
export function concludeYearlyRules(rules: ZoneRules): ZoneRules {
  const changes = realChanges(rules)
  const last = changes.slice(-2 * YEARS).map(([at]) => yearOf(at))
  const isYearly = last.length === 2 * YEARS && last[0] === last.at(-1)! - YEARS + 1
  if (!isYearly || last.at(-1)! < LISTED_UNTIL) return { ...rules, changes, yearly: [] }
  const yearly = [yearlyChange(changes, 0), yearlyChange(changes, 1)]
    .filter((change) => change !== null)
    .toSorted((one, other) => one.month - other.month)
  return compactRules({ ...rules, changes, yearly: yearly.length === 2 ? yearly : [] })
}

/** The rule of every second one of the last changes; null if there is none. */
function yearlyChange(changes: readonly OffsetChange[], parity: 0 | 1): YearlyChange | null {
  const found = Array.from({ length: YEARS }, (_, year) => {
    const index = changes.length - 1 - parity - 2 * year
    const [at, offset] = changes[index]!
    return { wall: at + changes[index - 1]![1], offset }
  })
  // A midnight between two months belongs to the day before as well.
  return sameRule(found, 0) ?? sameRule(found, 1)
}

function sameRule(changes: { wall: number; offset: number }[], daysEarlier: number): YearlyChange | null {
  const found = changes.map(({ wall, offset }): YearlyChange => {
    const epochDay = Math.floor(wall / SECONDS_PER_DAY) - daysEarlier
    const [, month = 0, day = 0] = formatDate(epochDay).split('-').map(Number)
    const time = wall - epochDay * SECONDS_PER_DAY
    return { month, day, weekday: weekdayOf(epochDay), time, offset }
  })
  const [first] = found as [YearlyChange]
  const isSame = found.every(
    ({ month, weekday, time, offset }) =>
      month === first.month && weekday === first.weekday && time === first.time && offset === first.offset,
  )
  const days = found.map(({ day }) => day)
  const earliest = Math.min(...days)
  return isSame && Math.max(...days) - earliest === 6 ? { ...first, day: earliest } : null
}

/**
 * Without those that keep the offset and only rename it, or count seconds of daylight saving differently. If something happens
 * every year, the last one stays in any case: yearly changes begin after it.
 */
function realChanges({ offset, changes, yearly }: ZoneRules): OffsetChange[] {
  const isStart = (index: number) => yearly.length > 0 && index === changes.length - 1
  return changes.filter(([, next], index) => isStart(index) || next !== (changes[index - 1]?.[1] ?? offset))
}

const areEqual = (some: readonly OffsetChange[], others: readonly OffsetChange[]) =>
  some.length === others.length &&
  some.every(([at, offset], index) => at === others[index]![0] && offset === others[index]![1])

const yearOf = (seconds: number) => new Date(seconds * 1_000).getUTCFullYear()
