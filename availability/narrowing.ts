import { MINUTE } from './units.ts'
import { startsOnClock } from './grid.ts'
import type { Hours } from './hours.ts'
import { hoursNear } from './hours-around.ts'
import { type Interval, merge } from './interval.ts'
import type { Narrowing, SlotRules } from './slot-rules.ts'
import { END_OF_DAY } from './wall-time.ts'
import type { WeeklyAvailability } from './week.ts'

const ALL_DAY = { enabled: true, slots: [{ start: '00:00', end: END_OF_DAY }] }
/** Hours that leave out nothing. */
export const ALWAYS: WeeklyAvailability = {
  monday: ALL_DAY,
  tuesday: ALL_DAY,
  wednesday: ALL_DAY,
  thursday: ALL_DAY,
  friday: ALL_DAY,
  saturday: ALL_DAY,
  sunday: ALL_DAY,
}

/** The hours within which slots must lie. */
export const narrowedHours = ({ zone, travels }: Hours, { week, dates }: Narrowing): Hours => ({
  week: week ?? ALWAYS,
  zone,
  dates,
  ...(travels && { travels }),
})

/** Reports the starts in `asked` (epoch milliseconds) that the narrowing closes, without starts outside. */
export function reportNarrowed(
  rules: SlotRules,
  narrowing: Narrowing,
  asked: Interval,
  on: (from: number, to: number, rule: 'narrowedHours' | 'narrowedStarts') => void,
): void {
  const duration = rules.durationMinutes * MINUTE
  const dates = hoursNear(narrowedHours(rules, narrowing), { start: asked.start, end: asked.end + duration })
  let from = asked.start
  if (narrowing.week !== null || narrowing.dates.length > 0) {
    for (const { start, end } of merge(dates.flatMap(({ ranges }) => ranges))) {
      // No slot that starts in the range fits into it.
      if (start > end - duration) continue
      if (from < start) on(from, start, 'narrowedHours')
      from = Math.max(from, end - duration + 1)
    }
    if (from < asked.end) on(from, asked.end, 'narrowedHours')
  }
  if (narrowing.at === null) return
  from = asked.start
  const { at } = narrowing
  const starts = dates.flatMap(({ zone, start, end }) =>
    startsOnClock(zone, at, Math.max(start, asked.start), Math.min(end, asked.end) - 1),
  )
  for (const start of starts.toSorted((a, b) => a - b)) {
    if (from < start) on(from, start, 'narrowedStarts')
    from = start + 1
  }
  if (from < asked.end) on(from, asked.end, 'narrowedStarts')
}
