import { DAY, MINUTE } from '../../availability/units.ts'
import { offsetAt } from '../../availability/wall-time.ts'
import { zoneTable } from './time-zones.ts'
import type { Viewer } from './viewer.ts'

/** ISO 8601, or epoch milliseconds. */
export type Instant = string | number

/** How a viewer reads times, apart from the zone. */
export type Clock = Pick<Viewer, 'locale' | 'hour12'>

/** More than any page needs. On the server, viewers from all over the world share the cache. */
const MAX_FORMATS = 500
const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats wall times written as if they were in UTC, so that nothing depends on the runtime's own zone rules. */
function format({ locale, hour12 }: Clock, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${hour12} ${JSON.stringify(options)}`
  let found = formats.get(key)
  if (!found) {
    const wanted: Intl.DateTimeFormatOptions = { calendar: 'gregory', timeZone: 'UTC', ...options }
    if (options.hour && hour12 !== null) wanted.hourCycle = hour12 ? 'h12' : 'h23'
    found = new Intl.DateTimeFormat(locale, wanted)
    // Hours on a 24-hour clock have two digits, so that times align.
    if (found.resolvedOptions().hour12 === false) {
      found = new Intl.DateTimeFormat(locale, { ...wanted, hour: '2-digit' })
    }
    if (formats.size >= MAX_FORMATS) formats.clear()
    formats.set(key, found)
  }
  return found
}

/**
 * Replaces thin and narrow spaces, because locale data disagrees on them and old mail programs show them as squares.
 */
const plain = (text: string) => text.replaceAll(/[\u2009\u202f]/g, ' ')

export const toMs = (instant: Instant) => (typeof instant === 'number' ? instant : Date.parse(instant))

/** What the viewer's clock shows at an instant, in milliseconds since 1970-01-01T00:00 on that clock. */
const wallTime = (at: number, { timeZone }: Viewer) => at + offsetAt(zoneTable(timeZone), at)

export const INVALID_DATE = 'Invalid date'

const words = (instant: Instant, viewer: Viewer, options: Intl.DateTimeFormatOptions) => {
  const at = toMs(instant)
  return Number.isNaN(at) ? INVALID_DATE : plain(format(viewer, options).format(wallTime(at, viewer)))
}

// These functions format an instant in the viewer's locale and zone, and return `Invalid date` for an invalid one.

/** `10:00 AM`, `22:00` */
export const timeText = (instant: Instant, viewer: Viewer) =>
  words(instant, viewer, { hour: 'numeric', minute: '2-digit' })

/** `Monday, January 4, 2027` */
export const dateTextOf = (instant: Instant, viewer: Viewer) =>
  words(instant, viewer, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })

/** `Monday, January 4, 2027, 10:00 AM` */
export const momentText = (instant: Instant, viewer: Viewer) =>
  Number.isNaN(toMs(instant)) ? INVALID_DATE : `${dateTextOf(instant, viewer)}, ${timeText(instant, viewer)}`

/** `Jan 4, 2027` */
export const shortDateText = (instant: Instant, viewer: Viewer) =>
  words(instant, viewer, { year: 'numeric', month: 'short', day: 'numeric' })

/** `Mon, Jan 4` */
export const weekdayText = (instant: Instant, viewer: Viewer) =>
  words(instant, viewer, { weekday: 'short', month: 'short', day: 'numeric' })

/** `Mon, Jan 4, 10:00 AM` */
export const shortMomentText = (instant: Instant, viewer: Viewer) =>
  words(instant, viewer, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })

// The same on a clock that is `ahead` of UTC by so many seconds, such as a zone's by earlier rules.

/** `10:00 AM` */
export const timeTextAt = (instant: Instant, ahead: number, clock: Clock) =>
  timeText(toMs(instant) + ahead * 1000, { ...clock, timeZone: 'UTC' })

/** `Mon, Jan 4` */
export const weekdayTextAt = (instant: Instant, ahead: number, clock: Clock) =>
  weekdayText(toMs(instant) + ahead * 1000, { ...clock, timeZone: 'UTC' })

/** `Mon, Jan 4, 10:00 AM` */
export const shortMomentTextAt = (instant: Instant, ahead: number, clock: Clock) =>
  shortMomentText(toMs(instant) + ahead * 1000, { ...clock, timeZone: 'UTC' })

/** `9:00 – 9:30 AM`. If the meeting ends on another day, that day is included; the first day is shown next to it. */
export function timeRangeText(start: Instant, end: Instant, viewer: Viewer): string {
  const [from, to] = [toMs(start), toMs(end)]
  if (Number.isNaN(from) || Number.isNaN(to)) return INVALID_DATE
  const [first, last] = [timeText(from, viewer), timeText(to, viewer)]
  if (dateTextOf(from, viewer) !== dateTextOf(to, viewer)) return `${first} – ${shortMomentText(to, viewer)}`
  // `formatRange` only serves to say AM or PM once: on a 24-hour clock some languages use other digits in ranges, and
  // the clock may have been set back in between.
  const [wallFrom, wallTo] = [wallTime(from, viewer), wallTime(to, viewer)]
  if (!isHour12(viewer) || wallFrom >= wallTo) return `${first} – ${last}`
  return plain(format(viewer, { hour: 'numeric', minute: '2-digit' }).formatRange(wallFrom, wallTo))
}

/** The month and day for a calendar leaf: `Jan`, `4`; null for an invalid date. */
export const leafText = (instant: Instant, viewer: Viewer) =>
  Number.isNaN(toMs(instant))
    ? null
    : {
        month: words(instant, viewer, { month: 'short' }),
        day: words(instant, viewer, { day: 'numeric' }),
      }

/** The zone's name and its offset at an instant: `Europe/Berlin (GMT+2)`. */
export function zoneText(instant: Instant, { timeZone }: Pick<Viewer, 'timeZone'>): string {
  const at = toMs(instant)
  if (Number.isNaN(at) || timeZone === 'UTC') return zoneName(timeZone)
  return `${zoneName(timeZone)} (${offsetText(at, timeZone)})`
}

/** A zone's offset at an instant in epoch milliseconds: `GMT+5:30`, `GMT`. */
export function offsetText(at: number, timeZone: string): string {
  const offset = offsetAt(zoneTable(timeZone), at)
  const minutes = Math.round(Math.abs(offset) / MINUTE)
  if (minutes === 0) return 'GMT'
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  return `GMT${offset < 0 ? '-' : '+'}${hour}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}`
}

/** Zones that devices still report under their original spelling. */
const renamed: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

export const usualZone = (timeZone: string) => renamed[timeZone] ?? timeZone
export const zoneName = (timeZone: string) => usualZone(timeZone).replaceAll('_', ' ')

/** `New York` for `America/New York` */
export const withoutRegion = (name: string) => name.replace(/^.*\//, '')

/** `New York` */
export const cityName = (timeZone: string) => withoutRegion(zoneName(timeZone))

/** Whether a viewer who hasn't chosen a clock gets a 12-hour one. */
export const isHour12 = (viewer: Viewer): boolean =>
  viewer.hour12 ?? format(viewer, { hour: 'numeric' }).resolvedOptions().hour12 ?? false

/** A day (days since 1970-01-01) as text, the same in every zone. */
export function dayText(epochDay: number, { locale }: Viewer, options: Intl.DateTimeFormatOptions): string {
  return format({ locale, hour12: null }, options).format(epochDay * DAY)
}
