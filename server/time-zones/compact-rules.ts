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
  const start = repeatedFrom(changes, rules.yearly)
  const kept = { ...rules, changes: changes.slice(0, start) }
  if (start === changes.length) return kept
  const [from, to] = [changes[start - 1]![0] + 1, changes.at(-1)![0]]
  // A damaged file can have yearly changes that aren't in the order of time.
  return areEqual(changesBetween(kept, from, to).changes, changes.slice(start)) ? kept : { ...rules, changes }
}

/**
 * The index of the first of the last changes that the yearly ones repeat. The first change of all is never one of them.
 */
function repeatedFrom(changes: readonly OffsetChange[], yearly: readonly YearlyChange[]): number {
  const [[first], [last]] = [changes[0] ?? [0], changes.at(-1) ?? [0]]
  let start = changes.length
  for (const [at, offset] of backward(yearly, yearOf(last) + 1, yearOf(first) - 1)) {
    if (at > last) continue
    const [listedAt, listedOffset] = changes[start - 1] ?? [0, 0]
    // One that isn't listed: the yearly changes begin after it.
    if (at > listedAt) return start + 1
    if (start <= 1 || at < listedAt || offset !== listedOffset) break
    start -= 1
  }
  return start
}

/** The changes that yearly rules cause, from the last one of a year back to the first one of another. */
function* backward(yearly: readonly YearlyChange[], from: number, to: number): Generator<OffsetChange> {
  for (let year = from; year >= to; year -= 1) yield* yearlyChanges(yearly, year, year).toReversed()
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
 * Without those that keep the offset and only rename it, or count seconds of daylight saving differently. If something
 * happens every year, the last one stays in any case: yearly changes begin after it.
 */
function realChanges({ offset, changes, yearly }: ZoneRules): OffsetChange[] {
  const isStart = (index: number) => yearly.length > 0 && index === changes.length - 1
  return changes.filter(([, next], index) => isStart(index) || next !== (changes[index - 1]?.[1] ?? offset))
}

const areEqual = (some: readonly OffsetChange[], others: readonly OffsetChange[]) =>
  some.length === others.length &&
  some.every(([at, offset], index) => at === others[index]![0] && offset === others[index]![1])

const yearOf = (seconds: number) => new Date(seconds * 1_000).getUTCFullYear()
