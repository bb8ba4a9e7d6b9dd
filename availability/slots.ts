import type { Interval } from './interval.ts'
import { type GridRun, gridRuns } from './grid.ts'
import { parseDate, startOfDay, zoneTable } from './wall-time.ts'
import { compileWeek, type Week } from './week.ts'

export { type Week, WEEKDAYS, type WeeklyDay } from './week.ts'

const MINUTE = 60_000

/** The most days that one question for slots may span. Callers check it; nothing here does. */
export const MAX_RANGE_DAYS = 62

/** A period whose missing edge is open. Epoch milliseconds; the end is exclusive. */
export interface Period {
  readonly start: number | null
  readonly end: number | null
}

/** Everything that decides whether a slot is offered. Instants are whole epoch milliseconds. */
export interface SlotRules {
  /** The event's weekly hours. */
  readonly week: Week
  /** The event's IANA zone, on whose clocks the week is read. */
  readonly timeZone: string
  readonly durationMinutes: number
  /** Free time kept before and after each slot. */
  readonly bufferMinutes: number
  /** A slot must lie wholly inside it. */
  readonly eventPeriod: Period
  /** `now` must lie inside it. */
  readonly bookingPeriod: Period
  /** Bookings and calendar entries alike, in any order, overlapping or not. An empty one keeps nothing busy. */
  readonly busy: readonly Interval[]
  readonly now: number
}

/** The rules, and the instants (end exclusive) between which a slot must start. */
export interface SlotQuery extends SlotRules {
  readonly range: Interval
}

/**
 * The instants of the days from `dateFrom` to `dateTo` (`YYYY-MM-DD`, both inclusive) of a viewer's zone.
 * @throws RangeError for a malformed date, an unknown zone, or a `dateFrom` after `dateTo`.
 */
export function rangeOfDays(dateFrom: string, dateTo: string, timeZone: string): Interval {
  const table = zoneTable(timeZone)
  const first = parseDate(dateFrom)
  const last = parseDate(dateTo)
  if (first > last) throw new RangeError(`${dateFrom} is after ${dateTo}`)
  return { start: startOfDay(table, first), end: startOfDay(table, last + 1) }
}

/**
 * The slots on offer that start inside the range, ascending, each once.
 *
 * From the start of every weekly range, slots of the duration follow one another by elapsed time, whatever is busy;
 * one that would pass the end of its range is left out. Of these, a slot is offered when it lies inside the event
 * period, starts after `now`, `now` lies inside the booking period, and nothing busy overlaps it widened by the
 * buffer on both sides. A date the zone left out has no ranges. Where a change moves one range onto another, both
 * grids stand: their slots are alternatives, and one that is in both is offered once.
 * @throws RangeError for an unknown zone, a malformed week, a duration that is not positive, or an instant that is NaN.
 */
export function offeredSlots(query: SlotQuery): Interval[] {
  const duration = query.durationMinutes * MINUTE
  return offeredStarts(query).map((start) => ({ start, end: start + duration }))
}

/** The starts alone of `offeredSlots` (epoch milliseconds): the same answer without an object for each slot. */
export function offeredStarts(query: SlotQuery): number[] {
  const { eventPeriod, now, range } = query
  const duration = query.durationMinutes * MINUTE
  const buffer = query.bufferMinutes * MINUTE
  assertAnswerable(query)
  if (!isWithin(query.bookingPeriod, now)) return []
  const earliest = Math.max(range.start, now + 1, eventPeriod.start ?? Number.NEGATIVE_INFINITY)
  const latest = Math.min(range.end - 1, (eventPeriod.end ?? Number.POSITIVE_INFINITY) - duration)
  if (earliest > latest) return []
  const runs = gridRuns(compileWeek(query.week), zoneTable(query.timeZone), duration, { earliest, latest })
  return freeStarts(runs, duration, buffer, query.busy)
}

/**
 * Whether exactly the slot that starts at `slotStart` (epoch milliseconds) is on offer: the rules of `offeredSlots`
 * for one start, whatever range was asked for before. False where no slot starts.
 * @throws RangeError as `offeredSlots` does, except that a `slotStart` that is no instant is simply not on offer.
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

/** The starts of the runs whose slot, widened by the buffer, overlaps nothing busy. */
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
    for (let place = 0; place < count; place += 1) {
      depth += taken[index + place]!
      if (depth === 0) free.push(first + place * duration)
    }
  }
  return free
}

/**
 * By place in the grid, how many busy times more than at the place before meet its slot. Each busy time takes a
 * stretch of neighbouring slots, so it counts +1 where that begins and -1 behind its end.
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

/** How many slots of the grid start before `limit`. */
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
