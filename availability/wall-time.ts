import { DAY, MINUTE, MINUTES_PER_DAY } from './units.ts'
import { formatDate, formatTime, parseDate, parseTime } from './civil-date.ts'
import type { ZoneTable } from './zone-table.ts'

export { formatDate, formatTime, parseDate, parseTime, weekdayOf } from './civil-date.ts'
export type { ZoneTable } from './zone-table.ts'

// Only this file decides what happens at clock changes. It follows RFC 5545 (3.3.5): a skipped time keeps the offset
// from before the change, and a repeated time means the first pass.

/** The last minute that a form can select. As an end it means the end of the day. */
export const END_OF_DAY = '23:59'

/** A wall-clock reading in a zone. */
export interface WallTime {
  /** Days since 1970-01-01. */
  readonly epochDay: number
  /** Whole minutes since midnight on that clock, 0 to 1439. */
  readonly minuteOfDay: number
  /** How far the clock is ahead of UTC, in milliseconds. */
  readonly offset: number
}

/** Which edge of a period a date and time describe. Only an `end` reads 23:59 as the end of the day. */
export type PeriodEdge = 'start' | 'end'

/** A `YYYY-MM-DD` date and an `HH:MM` time, as in a form. */
export interface LocalDateTime {
  readonly date: string
  readonly time: string
}

/**
 * The instant (epoch milliseconds) at which the zone's clock shows a minute of a day (days since 1970-01-01, minutes
 * since midnight; 1440 is 00:00 of the next day). A skipped time moves forward by the length of the gap. A repeated
 * time means the first pass.
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
 * The instant (epoch milliseconds) at which the zone's clock shows a wall time, in milliseconds since 1970-01-01T00:00
 * on that clock. Seconds and less are kept; skipped and repeated times are treated as above.
 */
export function instantOnClock(table: ZoneTable, wall: number): number {
  const minutes = Math.floor(wall / MINUTE)
  const epochDay = Math.floor(minutes / MINUTES_PER_DAY)
  return instantFromWall(table, epochDay, minutes - epochDay * MINUTES_PER_DAY) + (wall - minutes * MINUTE)
}

/**
 * The first instant (epoch milliseconds) of a date in the zone. It isn't always 00:00, which a clock change may skip.
 * A date that the zone skipped entirely (Apia, 2011-12-30) is empty and starts when the next date starts.
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

/** What the zone's clock shows at an instant (epoch milliseconds), without seconds. */
export function wallFromInstant(table: ZoneTable, instant: number): WallTime {
  const offset = offsetAt(table, instant)
  const minutes = Math.floor((instant + offset) / MINUTE)
  const epochDay = Math.floor(minutes / MINUTES_PER_DAY)
  return { epochDay, minuteOfDay: minutes - epochDay * MINUTES_PER_DAY, offset }
}

/** How far the zone's clock is ahead of UTC at an instant, both in milliseconds. */
export function offsetAt(table: ZoneTable, instant: number): number {
  let current = 0
  for (const { start, offset } of table.around(instant)) {
    if (start > instant) break
    current = offset
  }
  return current
}

/**
 * Converts a form's date and time in a zone to an instant (epoch milliseconds), as an edge of a period. An `end` is
 * exclusive, and 23:59 then means the end of the day: the first instant of the next day.
 * @throws RangeError for a malformed date or time.
 */
export function localDateTimeToInstant(
  date: string,
  time: string,
  table: ZoneTable,
  edge: PeriodEdge,
): number {
  const epochDay = parseDate(date)
  if (edge === 'end' && time === END_OF_DAY) return startOfDay(table, epochDay + 1)
  return instantFromWall(table, epochDay, parseTime(time))
}

/**
 * The date and time that a form shows for an edge of a period (epoch milliseconds) in a zone: the inverse of
 * `localDateTimeToInstant`, to the minute. An `end` at the first instant of a day shows 23:59 of the previous day.
 * @throws RangeError for an instant outside the years 0000 to 9999.
 */
export function instantToLocalDateTime(instant: number, table: ZoneTable, edge: PeriodEdge): LocalDateTime {
  const { epochDay, minuteOfDay } = wallFromInstant(table, instant)
  if (edge === 'end' && instant === startOfDay(table, epochDay)) {
    return { date: formatDate(dayOf(table, instant - 1)), time: END_OF_DAY }
  }
  return { date: formatDate(epochDay), time: formatTime(minuteOfDay) }
}

/**
 * The exclusive end (epoch milliseconds) of a period stored as the instant of its last wall time. An end within the
 * zone's 23:59 means the end of that day; any other end means itself.
 */
export function periodEnd(instant: number, table: ZoneTable): number {
  const { epochDay, minuteOfDay } = wallFromInstant(table, instant)
  return minuteOfDay === MINUTES_PER_DAY - 1 ? startOfDay(table, epochDay + 1) : instant
}
