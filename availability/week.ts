import { type Interval, merge } from './interval.ts'
import { MINUTES_PER_DAY } from './units.ts'
import { END_OF_DAY, parseTime } from './wall-time.ts'

const NO_RANGES: readonly Interval[] = []

/** The keys of a week, in the order of `weekdayOf`. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof weekdays)[number]

/** `HH:MM` to `HH:MM` on a wall clock. An end of `23:59` is the end of the day. */
export interface TimeRange {
  readonly start: string
  readonly end: string
}

/** The ranges of one weekday, which only count if it is enabled. */
export interface DayAvailability {
  readonly enabled: boolean
  readonly slots: readonly TimeRange[]
}

export type WeeklyAvailability = Readonly<Record<Weekday, DayAvailability>>

/** A week in minutes since midnight: seven lists starting with Monday, each ascending and fully joined. */
export type CompiledWeek = readonly (readonly Interval[])[]

/**
 * Parses a week once, so that slot queries don't have to. Touching and overlapping ranges of a day are joined. Ranges
 * that don't end after their start are dropped, and so are the ranges of days that are off.
 * @throws RangeError for a time that isn't `HH:MM` on a day that is on.
 */
export function compileWeek(week: WeeklyAvailability): CompiledWeek {
  return weekdays.map((weekday) => {
    const { enabled, slots } = week[weekday]
    return enabled ? compileRanges(slots) : NO_RANGES
  })
}

/** The same for the ranges of a single day. */
export const compileRanges = (ranges: readonly TimeRange[]): readonly Interval[] =>
  ranges.length > 0 ? merge(ranges.map(minutesOfRange)) : NO_RANGES

function minutesOfRange({ start, end }: TimeRange): Interval {
  return { start: parseTime(start), end: end === END_OF_DAY ? MINUTES_PER_DAY : parseTime(end) }
}

/**
 * The longest time without a break in minutes, by the clock and also through midnight: 0 without ranges, a week at
 * most.
 */
export function longestRun(week: CompiledWeek): number {
  const runs = week.flatMap((ranges, weekday) =>
    ranges.map(({ start, end }) => {
      let until = end
      for (let next = 1; until === next * MINUTES_PER_DAY && next < week.length; next += 1) {
        const [first] = week[(weekday + next) % week.length]!
        if (first?.start === 0) until += first.end
      }
      return until - start
    }),
  )
  return Math.max(0, ...runs)
}
