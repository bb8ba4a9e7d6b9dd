import { MINUTES_PER_DAY, MINUTES_PER_HOUR } from '../../availability/units.ts'
import { END_OF_DAY, formatTime } from '../../availability/wall-time.ts'
import type { TimeFormat } from '../../contract/time/time-formats.ts'
import {
  MAX_RANGES_A_DAY,
  minutesOf,
  timeRangeErrors,
  timeRangeMessages,
  type TimeRange,
} from '../../contract/hours/weekly-availability.ts'
import { plainDigits } from './plain-digits.ts'

const NOON = 12 * MINUTES_PER_HOUR

/** On a 12-hour clock, `1-5` is in the afternoon; hours from 7 on start in the morning. */
const EARLIEST_MORNING = 7 * MINUTES_PER_HOUR

const CLOSED = /^(?:closed|off|none|unavailable|not available)?$/
const BETWEEN_RANGES = /\s*(?:[,;&+\n]|\band\b)\s*/
const RANGE = /^(?:from\s+)?(.+?)\s*(?:[-–—]|\bto\b|\buntil\b)\s*(.+)$/
const TIME = /^(\d{1,2})(?:[:.h]?([0-5]\d))?\s*h?\s*(?:([ap])\.?\s*(?:m\.?)?)?$/

export const UNREADABLE_HOURS = 'Enter hours such as 9-12, 1:30-5pm'

interface ReadTime {
  minutes: number
  /** Null: not written. */
  half: 'a' | 'p' | null
}

/** What is wrong with typed hours. */
export interface HoursProblem {
  message: string
  /** What hours that go on after midnight mean, which people have to agree to; null for any other problem. */
  overnight: { ranges: TimeRange[]; nextDay: TimeRange } | null
}

const problem = (message: string): HoursProblem => ({ message, overnight: null })

/** A day's hours as people type them: `9-12, 1:30-5pm`, or `closed`. */
export function readHours(text: string, timeFormat: TimeFormat): TimeRange[] | HoursProblem {
  const typed = plainDigits(text).trim().toLowerCase()
  if (CLOSED.test(typed)) return []
  const ranges: TimeRange[] = []
  let earliest = 0
  for (const part of typed.split(BETWEEN_RANGES).filter((range) => range !== '')) {
    const range = readRange(part, timeFormat, earliest)
    // Nothing follows hours that go on after midnight.
    if (range === null || earliest > MINUTES_PER_DAY) return problem(UNREADABLE_HOURS)
    if (range.start === range.end) return problem(`“${part}” starts and ends at the same time.`)
    ranges.push({ start: formatTime(range.start), end: formatTime(Math.min(range.end, MINUTES_PER_DAY - 1)) })
    earliest = range.end
  }
  if (ranges.length > MAX_RANGES_A_DAY) return problem(timeRangeMessages.tooMany)
  const last = ranges.at(-1)
  const sorted = ranges.toSorted((a, b) => (a.start < b.start ? -1 : 1))
  const overlapping = sorted.findIndex((range, index) => index > 0 && range.start < sorted[index - 1]!.end)
  if (overlapping !== -1) {
    const [one, other] = sorted.slice(overlapping - 1).map((range) => hoursText([range], timeFormat))
    return problem(`${one} and ${other} overlap.`)
  }
  const message = timeRangeErrors(ranges).find((error) => error !== null)
  if (message) return problem(message)
  if (earliest <= MINUTES_PER_DAY || !last) return sorted
  const nextDay = { start: formatTime(0), end: formatTime(earliest - MINUTES_PER_DAY) }
  return {
    message: `Open from ${wordsOf(last.start, timeFormat)} to midnight, and midnight to ${wordsOf(nextDay.end, timeFormat)} the next day?`,
    overnight: { ranges: sorted, nextDay },
  }
}

/** An end after the day's 24 hours is on the next day. */
interface MinuteRange {
  start: number
  end: number
}

/** `earliest` is the end of the range before: people write hours in order. */
function readRange(text: string, timeFormat: TimeFormat, earliest: number): MinuteRange | null {
  const [, first = '', last = ''] = RANGE.exec(text) ?? []
  const from = readTime(first)
  const to = readTime(last)
  if (from === null || to === null) return null
  const start = startOf(from, to, timeFormat, earliest)
  // Who writes 22 doesn't write 2 for 14.
  const isOn24Hours = from.half === null && from.minutes >= NOON + MINUTES_PER_HOUR
  const ends = isOn24Hours ? endsOf(to).slice(0, 1) : endsOf(to)
  const end = ends.find((minutes) => minutes > start)
  if (end !== undefined) return { start, end }
  return { start, end: ends[0] === start ? start : ends[0]! + MINUTES_PER_DAY }
}

/** What an end can mean: without AM or PM, `5` is 5 AM or 5 PM. */
function endsOf({ minutes, half }: ReadTime): number[] {
  const written = minutes === 0 ? MINUTES_PER_DAY : minutes
  return half === null && minutes <= NOON ? [written, minutes + NOON] : [written]
}

/** Without AM or PM, a start has that of the end, unless it would then be after the end. */
function startOf(from: ReadTime, to: ReadTime, timeFormat: TimeFormat, earliest: number): number {
  const { minutes, half } = from
  if (half !== null || minutes >= NOON + MINUTES_PER_HOUR) return minutes
  if (to.half === 'a') {
    const morning = minutes % NOON
    return to.minutes !== 0 && morning > to.minutes ? morning + NOON : morning
  }
  const later = minutes < NOON ? minutes + NOON : minutes
  if (to.half === 'p') return later < to.minutes ? later : minutes
  if (timeFormat === '24hour') return minutes
  const isAfternoon = minutes > 0 && minutes < EARLIEST_MORNING && to.minutes <= NOON
  const isAfterOthers = minutes < earliest && later >= earliest
  return isAfternoon || isAfterOthers ? later : minutes
}

function readTime(text: string): ReadTime | null {
  if (text === 'noon') return { minutes: NOON, half: 'p' }
  if (text === 'midnight') return { minutes: 0, half: 'a' }
  const match = TIME.exec(text)
  if (!match) return null
  const [, hours, minutes = '0', half = null] = match
  const hour = Number(hours)
  if (hour > 24 || (half !== null && (hour === 0 || hour > 12))) return null
  if (half === null) return { minutes: (hour % 24) * MINUTES_PER_HOUR + Number(minutes), half: null }
  return {
    minutes: ((hour % 12) + (half === 'p' ? 12 : 0)) * MINUTES_PER_HOUR + Number(minutes),
    half: half as 'a' | 'p',
  }
}

/** A day's hours in a line that `readHours` reads back: `9 AM–12 PM, 1:30–5 PM`. */
export function hoursText(ranges: readonly TimeRange[], timeFormat: TimeFormat): string {
  if (ranges.length === 0) return 'Closed'
  return ranges
    .toSorted((a, b) => (a.start < b.start ? -1 : 1))
    .map(({ start, end }) => {
      const isToMidnight = end === END_OF_DAY
      if (timeFormat === '24hour') return `${start}–${isToMidnight ? '24:00' : end}`
      const [from, to] = [shortClock(start), shortClock(end)]
      if (isToMidnight) return `${from.time} ${from.half}–midnight`
      return from.half === to.half
        ? `${from.time}–${to.time} ${to.half}`
        : `${from.time} ${from.half}–${to.time} ${to.half}`
    })
    .join(', ')
}

function wordsOf(time: string, timeFormat: TimeFormat): string {
  const { time: clock, half } = shortClock(time)
  return timeFormat === '24hour' ? time : `${clock} ${half}`
}

/** `9:00` in the evening is `{ time: '9', half: 'PM' }`. */
function shortClock(time: string) {
  const minutes = minutesOf(time) ?? 0
  const hour = Math.floor(minutes / MINUTES_PER_HOUR)
  const rest = minutes % MINUTES_PER_HOUR
  return {
    time: `${hour % 12 || 12}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`,
    half: hour < 12 ? 'AM' : 'PM',
  }
}
