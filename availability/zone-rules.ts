import { epochDayOf, weekdayOf } from './civil-date.ts'

const SECONDS_PER_DAY = 86_400
/** No Date is in a later year, or in an earlier one than the year -271,821. */
const MAX_YEAR = 275_760

/** A change of a zone's clock: when (epoch seconds), and how far it is ahead of UTC from then on (seconds). */
export type OffsetChange = readonly [at: number, offset: number]

/** A change that happens every year: on the first `weekday` on or after a day of a month. */
export interface YearlyChange {
  /** 1 to 12. */
  readonly month: number
  /** The earliest day of the month on which it can happen. */
  readonly day: number
  /** 0 for Monday to 6 for Sunday. */
  readonly weekday: number
  /** Seconds after that day's midnight, on the clock before the change. Can be negative or more than a day. */
  readonly time: number
  /** How far the clock is ahead of UTC from then on, in seconds. */
  readonly offset: number
}

/** Everything there is to know about a zone's clock, as plain data. */
export interface ZoneRules {
  /** The IANA name. */
  readonly timeZone: string
  /** How far the clock is ahead of UTC before the first change, in seconds. */
  readonly offset: number
  /** Ascending. All but the last one change the offset. */
  readonly changes: readonly OffsetChange[]
  /** What happens every year after the last of `changes`, in the order of the year; empty if nothing does. */
  readonly yearly: readonly YearlyChange[]
}

/** The changes that yearly rules cause in the years `from` to `to`, both inclusive, ascending. */
export function yearlyChanges(yearly: readonly YearlyChange[], from: number, to: number): OffsetChange[] {
  const changes: OffsetChange[] = []
  for (let year = from; year <= to; year += 1) {
    for (const [index, { month, day, weekday, time, offset }] of yearly.entries()) {
      const earliest = epochDayOf(year, month, day)
      const date = earliest + ((weekday - weekdayOf(earliest) + 7) % 7)
      const before = yearly.at(index - 1)!.offset
      changes.push([date * SECONDS_PER_DAY + time - before, offset])
    }
  }
  return changes
}

/** The changes in a period (epoch seconds, both inclusive), and the offset before the first of them. */
export function changesBetween(
  rules: ZoneRules,
  from: number,
  to: number,
): { offset: number; changes: OffsetChange[] } {
  const lastListed = rules.changes.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY
  const repeated =
    to > lastListed
      ? yearlyChanges(rules.yearly, yearOf(from) - 1, yearOf(to) + 1).filter(([at]) => at > lastListed)
      : []
  let { offset } = rules
  const changes: OffsetChange[] = []
  for (const change of [...rules.changes, ...repeated]) {
    if (change[0] < from) offset = change[1]
    else if (change[0] <= to) changes.push(change)
  }
  return { offset, changes }
}

/** The rules without what lies outside a period (epoch seconds), for when only that period is shown. */
export function rulesBetween(rules: ZoneRules, from: number, to: number): ZoneRules {
  const lastListed = rules.changes.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY
  return {
    timeZone: rules.timeZone,
    offset: changesBetween(rules, from, from).offset,
    changes: rules.changes.filter(([at]) => at >= from && at <= to),
    yearly: lastListed <= to ? rules.yearly : [],
  }
}

/** Between the limits also for an infinite time, so that every loop over years ends. */
function yearOf(seconds: number): number {
  const year = 1970 + Math.floor(seconds / (365.2425 * SECONDS_PER_DAY))
  return Math.min(Math.max(year, -MAX_YEAR), MAX_YEAR)
}
