import { formatDate, formatTime, parseDate, parseTime } from './civil-date.ts'
import { type ZoneTable, zoneTable } from './zone-table.ts'

export { formatDate, formatTime, parseDate, parseTime, weekdayOf } from './civil-date.ts'
export { isTimeZone, type ZoneTable, zoneTable } from './zone-table.ts'

// What happens where clocks change is decided in this file and nowhere else, after the reading that RFC 5545
// (3.3.5) gives such times: one that is skipped keeps the offset from before, one that repeats is its first pass.

const MINUTE = 60_000
const DAY = 86_400_000
const MINUTES_PER_DAY = 1_440

/** A form's last selectable minute, which stands for the end of its day. */
export const END_OF_DAY = '23:59'

/** What a clock on the wall of a zone shows. */
export interface WallTime {
  /** Days since 1970-01-01. */
  readonly epochDay: number
  /** Whole minutes since that clock's midnight, 0 to 1439. */
  readonly minuteOfDay: number
  /** What the clock is ahead of UTC by, in milliseconds. */
  readonly offset: number
}

/** Which edge of a period a date and time stand for: only an `end` reads 23:59 as the end of the day. */
export type PeriodEdge = 'start' | 'end'

/** A `YYYY-MM-DD` date and an `HH:MM` time, as a form holds them. */
export interface LocalDateTime {
  readonly date: string
  readonly time: string
}

/**
 * The instant (epoch milliseconds) at which the zone's clock shows a minute of a day (days since 1970-01-01, minutes
 * since midnight; 1440 is the next day's 00:00). A time skipped by a change moves forward by as much as was skipped;
 * one that comes twice is the first.
 */
export function instantFromWall(table: ZoneTable, epochDay: number, minuteOfDay: number): number {
  const wall = epochDay * DAY + minuteOfDay * MINUTE
  let offsetBefore = 0
  for (const { start, wallEnd, offset } of table.around(wall)) {
    if (wall < wallEnd) return wall - offset >= start ? wall - offset : wall - offsetBefore
    offsetBefore = offset
  }
  return Number.NaN
}

/**
 * The first instant (epoch milliseconds) that belongs to a date of the zone: not always its 00:00, which a change may
 * skip. A date the zone left out altogether (Apia, 2011-12-30) starts when the date after it does: it is empty.
 */
export function startOfDay(table: ZoneTable, epochDay: number): number {
  const midnight = epochDay * DAY
  for (const { start, wallEnd, offset } of table.around(midnight)) {
    if (midnight < wallEnd) return Math.max(midnight - offset, start)
  }
  return Number.NaN
}

/** The zone's date (days since 1970-01-01) at an instant (epoch milliseconds). */
export function dayOf(table: ZoneTable, instant: number): number {
  return Math.floor((instant + offsetAt(table, instant)) / DAY)
}

/** What the zone's clock shows at an instant (epoch milliseconds), its seconds left out. */
export function wallFromInstant(table: ZoneTable, instant: number): WallTime {
  const offset = offsetAt(table, instant)
  const minutes = Math.floor((instant + offset) / MINUTE)
  const epochDay = Math.floor(minutes / MINUTES_PER_DAY)
  return { epochDay, minuteOfDay: minutes - epochDay * MINUTES_PER_DAY, offset }
}

function offsetAt(table: ZoneTable, instant: number): number {
  let current = 0
  for (const { start, offset } of table.around(instant)) {
    if (start > instant) break
    current = offset
  }
  return current
}

/**
 * The instant (epoch milliseconds) that a form's date and time mean in a zone, as an edge of a period. An `end` is
 * exclusive, and its 23:59 is the end of the day: the first instant of the day after.
 * @throws RangeError for a date, time or zone that does not parse.
 */
export function localDateTimeToInstant(
  date: string,
  time: string,
  timeZone: string,
  edge: PeriodEdge,
): number {
  const table = zoneTable(timeZone)
  const epochDay = parseDate(date)
  if (edge === 'end' && time === END_OF_DAY) return startOfDay(table, epochDay + 1)
  return instantFromWall(table, epochDay, parseTime(time))
}

/**
 * The date and time that a form shows for an edge of a period (epoch milliseconds) in a zone: the inverse of
 * `localDateTimeToInstant`, to the minute. An `end` at the first instant of a day shows 23:59 of the day before.
 * @throws RangeError for an unknown zone, or an instant outside the years 0000 to 9999.
 */
export function instantToLocalDateTime(instant: number, timeZone: string, edge: PeriodEdge): LocalDateTime {
  const table = zoneTable(timeZone)
  const { epochDay, minuteOfDay } = wallFromInstant(table, instant)
  if (edge === 'end' && instant === startOfDay(table, epochDay)) {
    return { date: formatDate(dayOf(table, instant - 1)), time: END_OF_DAY }
  }
  return { date: formatDate(epochDay), time: formatTime(minuteOfDay) }
}

/**
 * The exclusive end (epoch milliseconds) of a period that was stored as the instant of its last wall time: one within
 * the zone's 23:59 stands for the end of that day, any other for itself.
 * @throws RangeError for an unknown zone.
 */
export function periodEnd(instant: number, timeZone: string): number {
  const table = zoneTable(timeZone)
  const { epochDay, minuteOfDay } = wallFromInstant(table, instant)
  return minuteOfDay === MINUTES_PER_DAY - 1 ? startOfDay(table, epochDay + 1) : instant
}
