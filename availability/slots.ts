import { MINUTE } from './units.ts'
import { reportClosed } from './closing-rules.ts'
import { daysRunInto, type GridRun, gridRuns } from './grid.ts'
import { compileHours } from './hours.ts'
import type { Interval } from './interval.ts'
import type { SlotRules } from './slot-rules.ts'
import { dayOf, startOfDay, type ZoneTable } from './wall-time.ts'

/** The rules, plus the range (end exclusive) in which a slot must start. */
export interface SlotQuery extends SlotRules {
  readonly range: Interval
}

/**
 * The instants from the start of `first` to the end of `last` (days since 1970-01-01, both inclusive) in the viewer's
 * zone.
 */
export const rangeOfDays = (first: number, last: number, table: ZoneTable): Interval => ({
  start: startOfDay(table, first),
  end: startOfDay(table, last + 1),
})

/**
 * The starts (epoch milliseconds) of the offered slots that start inside the range, in ascending order without
 * duplicates.
 *
 * Each range of the hours is split into slots by elapsed time, regardless of what is busy: one after the other, or as
 * `startTimes` says. A slot that would run past the end of its range is left out; a range that reaches the end of its
 * day runs on where the next day is open from 00:00. A slot is offered if no rule closes its start (`reportClosed`). A
 * date that the zone skipped has no ranges. If a clock change or a travel moves one range onto another, both grids
 * apply: their slots are alternatives, and a slot in both grids is offered once.
 * @throws RangeError for malformed hours, a duration that isn't positive, or an instant that is NaN.
 */
export function offeredStarts(query: SlotQuery): number[] {
  const { range } = query
  if (!Number.isFinite(range.start) || !Number.isFinite(range.end)) {
    throw new RangeError('A question for slots needs a range with two ends')
  }
  let earliest = range.start
  let latest = range.end - 1
  /** The start and the end of each, one after the other. */
  const closed: number[] = []
  const close = (from: number, to: number) => {
    if (from <= earliest) earliest = Math.max(earliest, to)
    else if (to > latest) latest = Math.min(latest, from - 1)
    else closed.push(from, to)
  }
  reportClosed(query, range, { simple: close, window: close, limit: close, busy: close })
  if (earliest > latest) return []
  return openStarts(gridBetween(query, earliest, latest), closed)
}

/**
 * Whether the slot that starts at exactly `slotStart` (epoch milliseconds) is offered, by the rules of `offeredStarts`
 * for a single start. False if no slot starts then.
 * @throws RangeError like `offeredStarts`, except that an invalid `slotStart` is simply not offered.
 */
export function isOffered(rules: SlotRules, slotStart: number): boolean {
  if (!Number.isSafeInteger(slotStart)) return false
  return offeredStarts({ ...rules, range: { start: slotStart, end: slotStart + 1 } }).length > 0
}

/** The grid's slots that start from `earliest` to `latest` (epoch milliseconds, both inclusive). */
export function gridBetween(rules: SlotRules, earliest: number, latest: number): GridRun[] {
  // A clock change at midnight can move a slot to the date before or after its range's date. On a travel, the date can
  // differ by two more.
  const margin = rules.travels?.length ? 3 : 1
  const days = { first: dayOf(rules.zone, earliest) - margin, last: dayOf(rules.zone, latest) + margin }
  const splitting = { duration: rules.durationMinutes * MINUTE, startTimes: rules.startTimes ?? null }
  const hours = compileHours(rules, days.first, days.last + daysRunInto(splitting.duration))
  return gridRuns(hours, days, splitting, { earliest, latest })
}

/** The starts of the runs that lie in no closed interval. */
function openStarts(runs: readonly GridRun[], closed: readonly number[]): number[] {
  const steps = stepsOfClosed(runs, closed)
  const open: number[] = []
  // Growing by and by would take as long as finding them.
  open.length = steps.length
  let found = 0
  let depth = 0
  for (const { index, first, count, step } of runs) {
    let start = first
    for (let place = index; place < index + count; place += 1) {
      depth += steps[place]!
      if (depth === 0) {
        open[found] = start
        found += 1
      }
      start += step
    }
  }
  open.length = found
  return open
}

/**
 * For each grid position, how many more intervals close its slot than the slot before. Each interval closes a
 * stretch of consecutive slots, so it counts +1 where the stretch starts and -1 after it ends.
 */
function stepsOfClosed(runs: readonly GridRun[], closed: readonly number[]): Int32Array {
  const last = runs.at(-1)
  const steps = new Int32Array(last ? last.index + last.count + 1 : 1)
  for (let index = 0; index < closed.length; index += 2) {
    const from = countBelow(runs, closed[index]!)
    const to = countBelow(runs, closed[index + 1]!)
    if (from < to) {
      steps[from]! += 1
      steps[to]! -= 1
    }
  }
  return steps
}

/** The number of grid slots that start before `limit`. */
function countBelow(runs: readonly GridRun[], limit: number): number {
  let low = 0
  let high = runs.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (runs[middle]!.first < limit) low = middle + 1
    else high = middle
  }
  const run = runs[low - 1]
  return run ? run.index + Math.min(run.count, Math.ceil((limit - run.first) / run.step)) : 0
}
