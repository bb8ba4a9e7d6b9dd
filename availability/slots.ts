import type { Interval } from './interval.ts'
import { type GridRun, gridRuns } from './grid.ts'
import { parseDate, startOfDay, type ZoneTable } from './wall-time.ts'
import { compileWeek, type Week } from './week.ts'

export { type Week, WEEKDAYS, type WeeklyDay } from './week.ts'

const MINUTE = 60_000

/** The maximum number of days in one slot query. Callers enforce it. */
export const MAX_RANGE_DAYS = 62

/** A period in epoch milliseconds. A missing edge is open, and the end is exclusive. */
export interface Period {
  readonly start: number | null
  readonly end: number | null
}

/** Everything that decides whether a slot is offered. Instants are whole epoch milliseconds. */
export interface SlotRules {
  /** The event's weekly hours. */
  readonly week: Week
  /** The event's zone, which defines the wall-clock times of the week. */
  readonly zone: ZoneTable
  readonly durationMinutes: number
  /** Buffer time before and after each slot. */
  readonly bufferMinutes: number
  /** A slot must lie entirely inside this period. */
  readonly eventPeriod: Period
  /** `now` must lie inside this period. */
  readonly bookingPeriod: Period
  /** Bookings and calendar entries in any order, overlapping or not. Empty intervals block nothing. */
  readonly busy: readonly Interval[]
  readonly now: number
}

/** The rules, plus the range (end exclusive) in which a slot must start. */
export interface SlotQuery extends SlotRules {
  readonly range: Interval
}

/**
 * The instants from the start of `dateFrom` to the end of `dateTo` (`YYYY-MM-DD`, both inclusive) in the viewer's
 * zone.
 * @throws RangeError for a malformed date, or a `dateFrom` after `dateTo`.
 */
export function rangeOfDays(dateFrom: string, dateTo: string, table: ZoneTable): Interval {
  const first = parseDate(dateFrom)
  const last = parseDate(dateTo)
  if (first > last) throw new RangeError(`${dateFrom} is after ${dateTo}`)
  return { start: startOfDay(table, first), end: startOfDay(table, last + 1) }
}

/**
 * The offered slots that start inside the range, in ascending order without duplicates.
 *
 * Each weekly range is split into consecutive slots by elapsed time, regardless of what is busy. A slot that would run
 * past the end of its range is left out. A slot is offered if it lies inside the event period, starts after `now`,
 * `now` lies inside the booking period, and nothing busy overlaps the slot widened by the buffer on both sides.
 * A date that the zone skipped has no ranges. If a clock change moves one range onto another, both grids apply: their
 * slots are alternatives, and a slot in both grids is offered once.
 * @throws RangeError for a malformed week, a duration that isn't positive, or an instant that is NaN.
 */
export function offeredSlots(query: SlotQuery): Interval[] {
  const duration = query.durationMinutes * MINUTE
  return offeredStarts(query).map((start) => ({ start, end: start + duration }))
}

/**
 * Like `offeredSlots`, but returns only the starts (epoch milliseconds) to avoid creating an object for each slot.
 */
export function offeredStarts(query: SlotQuery): number[] {
  const { eventPeriod, now, range } = query
  const duration = query.durationMinutes * MINUTE
  const buffer = query.bufferMinutes * MINUTE
  assertAnswerable(query)
  if (!isWithin(query.bookingPeriod, now)) return []
  const earliest = Math.max(range.start, now + 1, eventPeriod.start ?? Number.NEGATIVE_INFINITY)
  const latest = Math.min(range.end - 1, (eventPeriod.end ?? Number.POSITIVE_INFINITY) - duration)
  if (earliest > latest) return []
  const runs = gridRuns(compileWeek(query.week), query.zone, duration, { earliest, latest })
  return freeStarts(runs, duration, buffer, query.busy)
}

/**
 * Whether the slot that starts at exactly `slotStart` (epoch milliseconds) is offered, by the rules of `offeredSlots`
 * for a single start. False if no slot starts then.
 * @throws RangeError like `offeredSlots`, except that an invalid `slotStart` is simply not offered.
 */
export function isOffered(rules: SlotRules, slotStart: number): boolean {
  if (!Number.isSafeInteger(slotStart)) return false
  return offeredStarts({ ...rules, range: { start: slotStart, end: slotStart + 1 } }).length > 0
}

function assertAnswerable({ durationMinutes, bufferMinutes, now, range }: SlotQuery): void {
  if (!(durationMinutes > 0 && durationMinutes < Infinity)) {
    throw new RangeError(`Not a duration: ${durationMinutes} minutes`)
  }
  if (!(bufferMinutes >= 0)) throw new RangeError(`Not a buffer: ${bufferMinutes} minutes`)
  if (!Number.isFinite(range.start) || !Number.isFinite(range.end) || Number.isNaN(now)) {
    throw new RangeError('A question for slots needs a now and a range with two ends')
  }
}

function isWithin(period: Period, instant: number): boolean {
  return (period.start === null || period.start <= instant) && (period.end === null || instant < period.end)
}

/** The starts of the runs whose slots, widened by the buffer, overlap nothing busy. */
function freeStarts(
  runs: readonly GridRun[],
  duration: number,
  buffer: number,
  busy: readonly Interval[],
): number[] {
  const taken = stepsOfBusy(runs, duration, buffer, busy)
  const free: number[] = []
  let depth = 0
  for (const { index, first, count } of runs) {
    let start = first
    for (let place = index; place < index + count; place += 1) {
      depth += taken[place]!
      if (depth === 0) free.push(start)
      start += duration
    }
  }
  return free
}

/**
 * For each grid position, how many more busy times block its slot than the slot before. Each busy time blocks a
 * stretch of consecutive slots, so it counts +1 where the stretch starts and -1 after it ends.
 */
function stepsOfBusy(
  runs: readonly GridRun[],
  duration: number,
  buffer: number,
  busy: readonly Interval[],
): Int32Array {
  const last = runs.at(-1)
  const steps = new Int32Array(last ? last.index + last.count + 1 : 1)
  for (const { start, end } of busy) {
    if (Number.isNaN(start) || Number.isNaN(end)) throw new RangeError('A busy time has no start or no end')
    if (start < end) {
      const from = countBelow(runs, duration, Math.floor(start - buffer - duration) + 1)
      const to = countBelow(runs, duration, end + buffer)
      if (from < to) {
        steps[from]! += 1
        steps[to]! -= 1
      }
    }
  }
  return steps
}

/** The number of grid slots that start before `limit`. */
function countBelow(runs: readonly GridRun[], duration: number, limit: number): number {
  let low = 0
  let high = runs.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (runs[middle]!.first < limit) low = middle + 1
    else high = middle
  }
  const run = runs[low - 1]
  return run ? run.index + Math.min(run.count, Math.ceil((limit - run.first) / duration)) : 0
}
