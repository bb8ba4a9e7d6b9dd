import type { Interval } from './interval.ts'
import { dayOf, instantFromWall, startOfDay, weekdayOf, type ZoneTable } from './wall-time.ts'
import { type CompiledWeek, MINUTES_PER_DAY } from './week.ts'

const MINUTE = 60_000

/** Consecutive slots without a gap: the requested part of one range's grid. */
export interface GridRun {
  /** The number of slots in all earlier runs. */
  readonly index: number
  /** The start of the first slot, in epoch milliseconds. */
  readonly first: number
  readonly count: number
}

/** The first and last instant (inclusive, epoch milliseconds) at which a slot may start. */
export interface StartBounds {
  readonly earliest: number
  readonly latest: number
}

/**
 * All slots of a week's grid that start within the bounds, as ascending runs without duplicates. `duration` is in
 * milliseconds.
 */
export function gridRuns(
  week: CompiledWeek,
  table: ZoneTable,
  duration: number,
  { earliest, latest }: StartBounds,
): GridRun[] {
  const runs: GridRun[] = []
  let index = 0
  let isAscending = true
  let previous = Number.NEGATIVE_INFINITY
  // A clock change at midnight can move a slot to the date before or after its range's date.
  const lastDay = dayOf(table, latest) + 1
  let day = dayOf(table, earliest) - 1
  let dayStart = startOfDay(table, day)
  for (; day <= lastDay; day += 1) {
    const dayEnd = startOfDay(table, day + 1)
    for (const range of dayEnd > dayStart ? week[weekdayOf(day)]! : []) {
      const { start, end } = instantsOf(range, table, day, dayStart, dayEnd)
      const skipped = Math.max(0, Math.ceil((earliest - start) / duration))
      const count = Math.floor((Math.min(end, latest + duration) - start) / duration) - skipped
      if (count > 0) {
        const first = start + skipped * duration
        if (first <= previous) isAscending = false
        previous = first + (count - 1) * duration
        runs.push({ index, first, count })
        index += count
      }
    }
    dayStart = dayEnd
  }
  return isAscending ? runs : singleSlots(runs, duration)
}

/** The start and end instant of a range of minutes in a day, given the start and end instant of that day. */
function instantsOf(
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

/** Splits runs that a clock change moved onto each other: one run for each distinct slot, ascending. */
function singleSlots(runs: readonly GridRun[], duration: number): GridRun[] {
  const starts = runs.flatMap(({ first, count }) =>
    Array.from({ length: count }, (_, n) => first + n * duration),
  )
  const ascending = [...new Set(starts)].toSorted((a, b) => a - b)
  return ascending.map((first, index) => ({ index, first, count: 1 }))
}
