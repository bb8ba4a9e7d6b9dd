import type { YearlyChange } from '../../availability/zone-rules.ts'

const NAME = String.raw`(?:[A-Za-z]{3,}|<[A-Za-z\d+-]{3,}>)`
const TIME = String.raw`[+-]?\d{1,3}(?::\d{2}(?::\d{2})?)?`
const DATE = String.raw`M\d{1,2}\.[1-5]\.[0-6](?:/${TIME})?`
const RULE = new RegExp(`^${NAME}(${TIME})(?:${NAME}(${TIME})?,(${DATE}),(${DATE}))?$`)
/** Daylight saving time from January 1 to December 31, as `zic` writes it for a zone that is always on it. */
const PERMANENT = new RegExp(`^${NAME}(${TIME})${NAME}(${TIME})?,0/0,J365/\\d{1,3}$`)
const DATE_PARTS = new RegExp(`^M(\\d+)\\.(\\d)\\.(\\d)(?:/(${TIME}))?$`)

const HOUR = 3_600
const DEFAULT_TIME = 2 * HOUR
const SATURDAY = 6
/** Of a year in which February has 28 days. */
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** What a zone's clock does from some time on: every year the same changes, or one offset for good. */
export interface LastRule {
  /** Seconds ahead of UTC in standard time. */
  offset: number
  yearly: YearlyChange[]
}

/**
 * Parses the last line of a TZif file, such as `CET-1CEST,M3.5.0,M10.5.0/3`: the TZ string of POSIX with the hours that
 * RFC 9636 (3.3.1) adds.
 * @throws Error for anything else, and for days counted from January 1, which no zone of the database uses.
 */
export function parsePosixRule(text: string): LastRule {
  const permanent = PERMANENT.exec(text)
  if (permanent) return { offset: summerOffset(permanent[1]!, permanent[2]), yearly: [] }
  const match = RULE.exec(text)
  if (!match) throw new Error(`unreadable rule "${text}"`)
  const [, standard, daylight, start, end] = match
  // POSIX counts how far behind UTC a clock is.
  const offset = 0 - secondsOf(standard!)
  if (!start || !end) return { offset, yearly: [] }
  const yearly = [yearlyChange(start, summerOffset(standard!, daylight)), yearlyChange(end, offset)]
  return { offset, yearly: yearly.toSorted((one, other) => one.month - other.month) }
}

const summerOffset = (standard: string, daylight: string | undefined) =>
  daylight === undefined ? HOUR - secondsOf(standard) : 0 - secondsOf(daylight)

function yearlyChange(text: string, offset: number): YearlyChange {
  const [, month, week, weekday, time] = DATE_PARTS.exec(text)!
  const days = DAYS_OF_MONTH[Number(month) - 1]
  if (days === undefined) throw new Error(`no month ${month}`)
  // A last weekday of February can be the 22nd to the 29th, so no single earliest day describes it.
  if (week === '5' && days === 28) throw new Error(`unsupported rule "${text}"`)
  return {
    month: Number(month),
    day: week === '5' ? days - 6 : (Number(week) - 1) * 7 + 1,
    // POSIX counts from Sunday.
    weekday: (Number(weekday) + SATURDAY) % 7,
    time: time === undefined ? DEFAULT_TIME : secondsOf(time),
    offset,
  }
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.replace(/^[+-]/, '').split(':').map(Number)
  const size = hours * HOUR + minutes * 60 + seconds
  return time.startsWith('-') ? -size : size
}
