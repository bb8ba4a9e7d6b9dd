import { instantsOf } from './grid.ts'
import { compileHours, type DateHours, type Hours } from './hours.ts'
import { type Interval, merge } from './interval.ts'
import { dayOf, startOfDay, type ZoneTable } from './wall-time.ts'

/**
 * Days on either side of an instant's date whose hours can include it: two for a travel's zone, one for clock changes.
 */
const NEIGHBORS = 3

/** A date as instants (epoch milliseconds), with its hours. */
interface DatedHours extends Interval {
  /** Days since 1970-01-01. */
  readonly day: number
  readonly zone: ZoneTable
  readonly ranges: readonly Interval[]
  /** What replaces the weekly hours, or null. */
  readonly replacement: DateHours | null
}

/** The dates whose hours can include an instant (epoch milliseconds), without those that the zone skips. */
export const hoursAround = (hours: Hours, instant: number) =>
  hoursNear(hours, { start: instant, end: instant + 1 })

/** The dates whose hours can include some of a time (epoch milliseconds), without those that the zone skips. */
export function hoursNear(hours: Hours, time: Interval): DatedHours[] {
  const first = dayOf(hours.zone, time.start) - NEIGHBORS
  const last = dayOf(hours.zone, time.end - 1) + NEIGHBORS
  const { rangesOn, zoneOn, replacementOn } = compileHours(hours, first, last)
  const dates: DatedHours[] = []
  for (let day = first; day <= last; day += 1) {
    const zone = zoneOn(day)
    const start = startOfDay(zone, day)
    const end = startOfDay(zone, day + 1)
    if (start === end) continue
    const ranges = rangesOn(day).map((range) => instantsOf(range, zone, day, start, end))
    dates.push({ day, zone, start, end, ranges, replacement: replacementOn(day) })
  }
  return dates
}

/** Whether a time (epoch milliseconds) lies in the hours, even if they run on through midnight. */
export const includesTime = (hours: Hours, time: Interval): boolean =>
  merge(hoursNear(hours, time).flatMap(({ ranges }) => ranges)).some(
    ({ start, end }) => start <= time.start && time.end <= end,
  )
