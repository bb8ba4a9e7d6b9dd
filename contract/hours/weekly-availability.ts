/** A week's hours. Free of schemas because the editor validates while typing. */

import { MINUTES_PER_DAY, MINUTES_PER_HOUR } from '../../availability/units.ts'
import { formatTime } from '../../availability/wall-time.ts'
import { type DayAvailability, type TimeRange, type WeeklyAvailability } from '../../availability/week.ts'

export {
  type DayAvailability,
  type TimeRange,
  type Weekday,
  weekdays,
  type WeeklyAvailability,
} from '../../availability/week.ts'

const defaultTimeRange: TimeRange = { start: '09:00', end: '17:00' }
export const MAX_RANGES_A_DAY = 24

export function defaultWeek(): WeeklyAvailability {
  const day = (enabled: boolean): DayAvailability => ({
    enabled,
    slots: enabled ? [{ ...defaultTimeRange }] : [],
  })
  return {
    monday: day(true),
    tuesday: day(true),
    wednesday: day(true),
    thursday: day(true),
    friday: day(true),
    saturday: day(false),
    sunday: day(false),
  }
}

export const timeRangeMessages = {
  startAfterEnd: 'Start time must be before end time',
  equal: 'Start and end time cannot be the same',
  outsideDay: 'Time must be within the same day (12:00 AM - 11:59 PM)',
  overlap: 'Time slots cannot overlap with existing slots',
  tooMany: `A day can have at most ${MAX_RANGES_A_DAY} time slots`,
} as const

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/

/** The minutes since midnight (0 to 1439) of `HH:MM`, or null for anything else. */
export function minutesOf(time: string): number | null {
  const match = TIME.exec(time)
  return match ? Number(match[1]) * 60 + Number(match[2]) : null
}

const LAST_MINUTE = MINUTES_PER_DAY - 1

/**
 * The range that Add Time proposes for a day: the default one, or next to others the first free hour after them, else
 * the first of the day. Null if no hour is free.
 */
export function nextTimeRange(ranges: readonly TimeRange[]): TimeRange | null {
  if (ranges.length === 0) return { ...defaultTimeRange }
  const taken = ranges
    .map(({ start, end }) => ({ start: minutesOf(start) ?? 0, end: minutesOf(end) ?? 0 }))
    .toSorted((a, b) => a.start - b.start)
  const last = Math.max(...taken.map(({ end }) => end))
  let start = last
  if (last + MINUTES_PER_HOUR > MINUTES_PER_DAY) {
    start = 0
    for (const other of taken) if (other.start < start + MINUTES_PER_HOUR) start = Math.max(start, other.end)
    if (start + MINUTES_PER_HOUR > MINUTES_PER_DAY) return null
  }
  return { start: formatTime(start), end: formatTime(Math.min(start + MINUTES_PER_HOUR, LAST_MINUTE)) }
}

/**
 * The first rule that each range of a day breaks, or null. Touching ones don't overlap. If two overlap, the later
 * one in the list has the error.
 */
export function timeRangeErrors(ranges: readonly TimeRange[]): (string | null)[] {
  const sound: { start: number; end: number }[] = []
  return ranges.map((range) => {
    const start = minutesOf(range.start)
    const end = minutesOf(range.end)
    if (start === null || end === null) return timeRangeMessages.outsideDay
    if (start === end) return timeRangeMessages.equal
    if (start > end) return timeRangeMessages.startAfterEnd
    if (sound.some((other) => start < other.end && other.start < end)) return timeRangeMessages.overlap
    sound.push({ start, end })
    return null
  })
}
