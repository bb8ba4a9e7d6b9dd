import { civilDateOf, epochDayOf } from '../../availability/civil-date.ts'
import { DAY } from '../../availability/units.ts'

// What jCal makes of a DATE without `VALUE=DATE` ends in `T::`, and some clients leave seconds out.
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:T(?:::|(\d\d):(\d\d):(\d\d)?(Z?)))?$/

/**
 * Reads a date or time of jCal without its zone; null for what isn't one. `wall` is in milliseconds since
 * 1970-01-01T00:00 on its clock.
 */
export function parseMoment(value: unknown): { wall: number; isDate: boolean; isUtc: boolean } | null {
  const [, year, month, day, hour, minute, second = '0', utc] = MOMENT.exec(String(value)) ?? []
  const epochDay = epochDayOf(Number(year), Number(month), Number(day))
  const civil = Number.isNaN(epochDay) ? null : civilDateOf(epochDay)
  if (civil?.month !== Number(month) || civil.day !== Number(day)) return null
  if (hour === undefined) return { wall: epochDay * DAY, isDate: true, isUtc: false }
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Math.min(Number(second), 59)]
  if (hours > 23 || minutes > 59) return null
  const wall = epochDay * DAY + ((hours * 60 + minutes) * 60 + seconds) * 1000
  return { wall, isDate: false, isUtc: utc === 'Z' }
}
