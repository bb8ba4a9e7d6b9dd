import ICAL from 'ical.js'
import { DAY } from '../../availability/units.ts'
import { instantOnClock, offsetAt, startOfDay, type ZoneTable } from '../../availability/wall-time.ts'
import { parseMoment } from './parse-moment.ts'
import { zoneTable } from '../time/time-zones.ts'
import { MAX_DAYS } from './bounds.ts'
import { paramOf, type Property } from './properties.ts'

/** A DATE or a DATE-TIME, as it is written. */
export interface Moment {
  /** Milliseconds since 1970-01-01T00:00 on the clock of `table`. */
  wall: number
  isDate: boolean
  table: ZoneTable
  /** Whether it names no zone, so that another one may be meant. */
  isFloating?: boolean
}

/** The zone that a property's TZID means; without one, or with an unknown one, the calendar's. */
export type FindZone = (tzid: string) => ZoneTable

/** A length of time, some of it in days that a clock change makes shorter or longer. */
export interface Length {
  days: number
  ms: number
}

/** Null for what isn't a date or time. */
export function readMoment(value: unknown, property: Property, findZone: FindZone): Moment | null {
  const parsed = parseMoment(value)
  if (!parsed) return null
  const { wall, isDate, isUtc } = parsed
  if (isUtc) return { wall, isDate, table: zoneTable('UTC') }
  const tzid = isDate ? '' : paramOf(property, 'tzid')
  return { wall, isDate, table: findZone(tzid), isFloating: tzid === '' }
}

export const instantOf = ({ wall, isDate, table }: Moment): number =>
  isDate ? startOfDay(table, Math.floor(wall / DAY)) : instantOnClock(table, wall)

/** Of something that begins at a moment. */
export function endOf(start: Moment, { days, ms }: Length): number {
  return instantOf(days === 0 ? start : { ...start, wall: start.wall + days * DAY }) + ms
}

/** What another zone's clock shows at a moment. */
export function wallIn(table: ZoneTable, moment: Moment): number {
  if (moment.table === table) return moment.wall
  const instant = instantOf(moment)
  return instant + offsetAt(table, instant)
}

export const lengthOf = (days: number, ms: number): Length => ({
  days: Math.min(days, MAX_DAYS),
  ms: Math.min(ms, MAX_DAYS * DAY),
})

const LENGTH = /^[+-]?P(?=[\dT])(?:\d+W)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/

/** Null for what isn't a duration. Months and years aren't: ical.js takes `P1M` for a minute. */
export function readLength(value: unknown): Length | null {
  const text = String(value).trim().toUpperCase()
  if (!LENGTH.test(text)) return null
  try {
    const { weeks, days, hours, minutes, seconds, isNegative } = ICAL.Duration.fromString(text)
    const sign = isNegative ? -1 : 1
    return lengthOf(sign * (weeks * 7 + days), sign * ((hours * 60 + minutes) * 60 + seconds) * 1000)
  } catch {
    return null
  }
}
