import { MINUTE } from '../../../../availability/units.ts'
import { overlaps } from '../../../../availability/interval.ts'
import { type Axis, type AxisDay, instantAt } from './axis.ts'
import type { DayEntries } from './entries.ts'

const STEP_MINUTES = 30
const STEP_MS = STEP_MINUTES * MINUTE
/** The hours of a working day. */
const [FROM, TO] = [9, 18]

/**
 * The half hour at a height of a day (minutes from the top), by its start (epoch milliseconds); null for the past and
 * for gaps.
 */
export function halfHourAt(day: AxisDay, top: number, now: number): number | null {
  const start = instantAt(day, Math.floor(top / STEP_MINUTES) * STEP_MINUTES)
  return start !== null && start > now ? start : null
}

/** The start (epoch milliseconds) of the first half hour of a working day without an entry; null without one. */
export function firstFree(
  { hours }: Axis,
  day: AxisDay,
  timed: DayEntries['timed'],
  now: number,
): number | null {
  const topAt = (hour: number) => hours.find((one) => one.hour === hour)!.top
  for (let top = topAt(FROM); top < topAt(TO); top += STEP_MINUTES) {
    const start = halfHourAt(day, top, now)
    if (start === null) continue
    if (!timed.some(({ times }) => overlaps(times, { start, end: start + STEP_MS }))) return start
  }
  return null
}
