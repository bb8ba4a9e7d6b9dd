import type { Interval } from './interval.ts'
import { dayOf, instantFromWall, startOfDay, weekdayOf, type ZoneTable } from './wall-time.ts'
import { type CompiledWeek, MINUTES_PER_DAY } from './week.ts'

const MINUTE = 60_000

/** Slots that follow one another without a gap: the part of one range's grid that was asked for. */
export interface GridRun {
  /** How many slots the runs before it have. */
  readonly index: number
  /** The instant its first slot starts, epoch milliseconds. */
  readonly first: number
  readonly count: number
}

/** Between which instants a slot may start, both included: epoch milliseconds. */
export interface StartBounds {
  readonly earliest: number
  readonly latest: number
}

/**
 * Every slot of a week's grid that starts within the bounds; `duration` in milliseconds. The runs ascend, and no slot
 * is in two of them.
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
  // A change at midnight can carry a slot to the date before or after the one whose range it is.
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

/** The two instants of a range of minutes of a day, whose own two instants the caller has at hand. */
function instantsOf(
  range: Interval,
  table: ZoneTable,
  day: number,
  dayStart: number,
  dayEnd: number,
): Interval {
  // No zone changes twice in a day, so one of 24 hours runs as its clock does.
  const isPlain = dayEnd - dayStart === MINUTES_PER_DAY * MINUTE
  const start = isPlain ? dayStart + range.start * MINUTE : instantFromWall(table, day, range.start)
  if (range.end === MINUTES_PER_DAY) return { start, end: dayEnd }
  return { start, end: isPlain ? dayStart + range.end * MINUTE : instantFromWall(table, day, range.end) }
}

/** Runs that a change has pushed into one another, taken apart: a run for each different slot, ascending. */
function singleSlots(runs: readonly GridRun[], duration: number): GridRun[] {
  const starts = runs.flatMap(({ first, count }) =>
    Array.from({ length: count }, (_, n) => first + n * duration),
  )
  const ascending = [...new Set(starts)].toSorted((a, b) => a - b)
  return ascending.map((first, index) => ({ index, first, count: 1 }))
}
