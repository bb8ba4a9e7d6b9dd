/// <reference lib="esnext.temporal" preserve="true" />
import { invalid, missing } from '../errors.ts'
import { isRecord, text } from '../fields.ts'
import { isTimeZone } from '../time-zone.ts'

/** A start or end: a day in the calendar's zone, or an instant with the zone of its recurrence. */
export interface When {
  date?: string
  dateTime?: string
  timeZone?: string
}

/** A half-open time range in epoch milliseconds; a missing bound is open. */
export interface Window {
  min?: number
  max?: number
}

/** Converts it to epoch milliseconds; a day starts in the calendar's zone. */
export function toMs(when: When, calendarZone: string): number {
  if (when.date) return Temporal.PlainDate.from(when.date).toZonedDateTime(calendarZone).epochMilliseconds
  return Temporal.Instant.from(when.dateTime!).epochMilliseconds
}

/** Formats an instant like the API: wall time with offset, no fraction. */
export function fromMs(ms: number, timeZone: string): When {
  const zoned = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)
  const dateTime = zoned.toString({ smallestUnit: 'second', timeZoneName: 'never' })
  return { dateTime: dateTime.replace(/\+00:00$/, 'Z'), timeZone }
}

/** Whether start..end overlaps the window: `timeMin` limits the end, `timeMax` the start. */
export function meetsWindow(start: When, end: When, window: Window, calendarZone: string): boolean {
  return (
    (window.max === undefined || toMs(start, calendarZone) < window.max) &&
    (window.min === undefined || toMs(end, calendarZone) > window.min)
  )
}

/** A validated start or end from a body, in the API's own format. */
export function parseWhen(value: unknown, name: 'start' | 'end', calendarZone: string): When {
  if (!isRecord(value)) throw missing(`Missing ${name} time.`)
  const [date, dateTime, timeZone] = ['date', 'dateTime', 'timeZone'].map((field) => text(value, field))
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw invalid(`Invalid time zone definition for ${name} time.`)
  if (date === undefined && dateTime === undefined) throw missing(`Missing ${name} time.`)
  if (date !== undefined && dateTime !== undefined) throw invalid(`Invalid ${name} time.`)
  try {
    if (date !== undefined) return { date: parseDay(date) }
    return fromMs(toInstant(dateTime!, timeZone, name), timeZone ?? calendarZone)
  } catch (error) {
    throw error instanceof RangeError ? invalid(`Invalid ${name} time.`) : error
  }
}

/** Parses an RFC 3339 timestamp from a query to epoch milliseconds. */
export function parseTimestamp(value: string, location: string): number {
  try {
    return Temporal.Instant.from(value).epochMilliseconds
  } catch {
    throw invalid('Bad Request', location)
  }
}

function parseDay(date: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new RangeError(date)
  return Temporal.PlainDate.from(date).toString()
}

function toInstant(dateTime: string, timeZone: string | undefined, name: string): number {
  if (/(?:Z|[+-]\d{2}:?\d{2})$/i.test(dateTime)) return Temporal.Instant.from(dateTime).epochMilliseconds
  if (timeZone === undefined) throw missing(`Missing time zone definition for ${name} time.`)
  return Temporal.PlainDateTime.from(dateTime).toZonedDateTime(timeZone).epochMilliseconds
}
