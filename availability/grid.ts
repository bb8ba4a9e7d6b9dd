import { HOUR, MINUTE, MINUTES_PER_DAY } from './units.ts'
import type { CompiledHours } from './hours.ts'
import type { Interval } from './interval.ts'
import { instantFromWall, startOfDay, type ZoneTable } from './wall-time.ts'

/** Slots at equal distances: the requested part of one range's grid. */
export interface GridRun {
  /** The number of slots in all earlier runs. */
  readonly index: number
  /** The start of the first slot, in epoch milliseconds. */
  readonly first: number
  readonly count: number
  /** From one start to the next, in milliseconds. */
  readonly step: number
}

/** The first and last instant (inclusive, epoch milliseconds) at which a slot may start. */
export interface StartBounds {
  readonly earliest: number
  readonly latest: number
}

/**
 * Where slots start: every so many minutes from the start of a range, or at these minutes of each hour on the clock.
 */
export type StartTimes = { readonly every: number } | { readonly at: readonly number[] }

/** How a range is split into slots. */
export interface Splitting {
  /** The length of a slot in milliseconds. */
  readonly duration: number
  /** Null: one slot after the other. */
  readonly startTimes: StartTimes | null
}

/**
 * All slots of the grid on the days from `first` to `last` that start within the bounds, as ascending runs without
 * duplicates. The hours are asked about `daysRunInto` later days, too.
 */
export function gridRuns(
  hours: CompiledHours,
  { first: firstDay, last: lastDay }: { readonly first: number; readonly last: number },
  { duration, startTimes }: Splitting,
  { earliest, latest }: StartBounds,
): GridRun[] {
  const runs: GridRun[] = []
  const step = startTimes === null ? duration : 'every' in startTimes ? startTimes.every * MINUTE : 0
  const minutes = startTimes !== null && 'at' in startTimes ? startTimes.at : null
  let index = 0
  const add = (first: number, count: number, distance: number) => {
    runs.push({ index, first, count, step: distance })
    index += count
  }
  let table = hours.zoneOn(firstDay)
  let dayStart = startOfDay(table, firstDay)
  for (let day = firstDay; day <= lastDay; day += 1) {
    const zone = hours.zoneOn(day)
    if (zone !== table) dayStart = startOfDay(zone, day)
    table = zone
    const dayEnd = startOfDay(zone, day + 1)
    for (const range of dayEnd > dayStart ? hours.rangesOn(day) : []) {
      const { start, end } = instantsOf(range, zone, day, dayStart, dayEnd)
      const reach = range.end === MINUTES_PER_DAY ? openUntil(hours, day, end, end - 1 + duration) : end
      const last = Math.min(reach - duration, end - 1, latest)
      if (minutes) {
        for (const instant of startsOnClock(zone, minutes, Math.max(start, earliest), last)) {
          add(instant, 1, HOUR)
        }
      } else {
        const skipped = Math.max(0, Math.ceil((earliest - start) / step))
        const count = Math.floor((last - start) / step) + 1 - skipped
        if (count > 0) add(start + skipped * step, count, step)
      }
    }
    dayStart = dayEnd
  }
  return isAscending(runs) ? runs : singleSlots(runs)
}

/**
 * Until when a range that reaches `end`, the end of `day`, runs on: as long as the next day is open from 00:00. Days
 * are looked at until `enough`.
 */
function openUntil(hours: CompiledHours, day: number, end: number, enough: number): number {
  let until = end
  for (let next = day + 1; until < enough; next += 1) {
    const zone = hours.zoneOn(next)
    const start = startOfDay(zone, next)
    const nextDayStart = startOfDay(zone, next + 1)
    // The zone skipped the date.
    if (start === nextDayStart) continue
    const [first] = hours.rangesOn(next)
    // After a trip to the west, the next date begins later.
    if (first?.start !== 0 || start > until) break
    until = Math.max(until, instantsOf(first, zone, next, start, nextDayStart).end)
    if (first.end < MINUTES_PER_DAY) break
  }
  return until
}

/** The start and end instant of a range of minutes in a day, given the start and end instant of that day. */
export function instantsOf(
  range: Interval,
  table: ZoneTable,
  day: number,
  dayStart: number,
  dayEnd: number,
): Interval {
  // No zone changes twice in a day, so a 24-hour day runs at clock speed throughout.
  const isPlain = dayEnd - dayStart === MINUTES_PER_DAY * MINUTE
  const start = isPlain ? dayStart + range.start * MINUTE : instantFromWall(table, day, range.start)
  if (range.end === MINUTES_PER_DAY) return { start, end: dayEnd }
  return { start, end: isPlain ? dayStart + range.end * MINUTE : instantFromWall(table, day, range.end) }
}

/**
 * The instants from `from` to `to` (both inclusive) at which the clock shows one of the minutes of an hour, ascending.
 */
export function startsOnClock(
  table: ZoneTable,
  minutes: readonly number[],
  from: number,
  to: number,
): number[] {
  const ascending = minutes.toSorted((a, b) => a - b)
  const starts: number[] = []
  for (const { start, wallEnd, offset } of table.around(from)) {
    const first = Math.max(from, start)
    const last = Math.min(to, wallEnd - offset - 1)
    for (let hour = Math.floor((first + offset) / HOUR) * HOUR; hour <= last + offset; hour += HOUR) {
      for (const minute of ascending) {
        const instant = hour + minute * MINUTE - offset
        if (instant >= first && instant <= last) starts.push(instant)
      }
    }
  }
  return starts
}

/** How many days after its own a slot can reach into. No day is shorter than 22 hours, and a zone can skip one. */
export const daysRunInto = (duration: number): number => Math.ceil(duration / (22 * HOUR)) + 1

function isAscending(runs: readonly GridRun[]): boolean {
  let previous = Number.NEGATIVE_INFINITY
  for (const { first, count, step } of runs) {
    if (first <= previous) return false
    previous = first + (count - 1) * step
  }
  return true
}

/** Splits runs that lie on each other, as after a clock change: one run for each distinct slot, ascending. */
function singleSlots(runs: readonly GridRun[]): GridRun[] {
  const starts = runs.flatMap(({ first, count, step }) =>
    Array.from({ length: count }, (_, n) => first + n * step),
  )
  const ascending = [...new Set(starts)].toSorted((a, b) => a - b)
  return ascending.map((first, index) => ({ index, first, count: 1, step: HOUR }))
}
