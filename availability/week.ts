import { type Interval, merge } from './interval.ts'
import { END_OF_DAY, parseTime } from './wall-time.ts'

/** The minutes of a day: as the end of a range, the day's own end, whatever its clocks do. */
export const MINUTES_PER_DAY = 1_440

/** The keys of a week, in the order of `weekdayOf`. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

/** The ranges of one weekday, `HH:MM` on the event's own clock. An end of `23:59` is the end of the day. */
export interface WeeklyDay {
  readonly enabled: boolean
  readonly slots: readonly { readonly start: string; readonly end: string }[]
}

export type Week = Readonly<Record<(typeof WEEKDAYS)[number], WeeklyDay>>

/** A `Week` in minutes from midnight: seven lists from Monday on, each ascending with nothing left to join. */
export type CompiledWeek = readonly (readonly Interval[])[]

/**
 * A week with its times parsed, so that asking for slots parses none. Ranges of a day that touch or overlap become
 * one; a range whose end is not after its start is dropped, and so are the ranges of a day that is off.
 * @throws RangeError for a time that is not `HH:MM` on a day that is on.
 */
export function compileWeek(week: Week): CompiledWeek {
  return WEEKDAYS.map((weekday) => {
    const { enabled, slots } = week[weekday]
    return enabled ? merge(slots.map(minutesOfRange)) : []
  })
}

function minutesOfRange({ start, end }: { start: string; end: string }): Interval {
  return { start: parseTime(start), end: end === END_OF_DAY ? MINUTES_PER_DAY : parseTime(end) }
}
