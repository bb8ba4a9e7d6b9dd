import type { Viewer } from '../../contract/viewer.ts'

/** More than any page needs; on the server, readers of all the world share it. */
const MOST_FORMATS = 500
const formats = new Map<string, Intl.DateTimeFormat>()

function format(viewer: Viewer, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${viewer.locale} ${viewer.timeZone} ${viewer.hour12} ${JSON.stringify(options)}`
  let found = formats.get(key)
  if (!found) {
    const wanted: Intl.DateTimeFormatOptions = { calendar: 'gregory', timeZone: viewer.timeZone, ...options }
    if (options.hour && viewer.hour12 !== null) wanted.hourCycle = viewer.hour12 ? 'h12' : 'h23'
    found = new Intl.DateTimeFormat(viewer.locale, wanted)
    // The hours of twenty-four have two digits, so that times stand in line.
    if (found.resolvedOptions().hour12 === false) {
      found = new Intl.DateTimeFormat(viewer.locale, { ...wanted, hour: '2-digit' })
    }
    if (formats.size >= MOST_FORMATS) formats.clear()
    formats.set(key, found)
  }
  return found
}

/** Versions of the locale data differ in which space they put before AM; the one on the keyboard serves. */
const plain = (text: string) => text.replaceAll('\u202f', ' ')

export const INVALID_DATE = 'Invalid date'

const words = (instant: string, viewer: Viewer, options: Intl.DateTimeFormatOptions) => {
  const at = Date.parse(instant)
  return Number.isNaN(at) ? INVALID_DATE : plain(format(viewer, options).format(at))
}

/** All take ISO instants and give the reader's words in the reader's zone; `Invalid date` for what cannot be read. */
export const timeText = (instant: string, viewer: Viewer) =>
  words(instant, viewer, { hour: 'numeric', minute: '2-digit' })

export const dateTextOf = (instant: string, viewer: Viewer) =>
  words(instant, viewer, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })

/** `Jan 4, 2027` */
export const shortDateText = (instant: string, viewer: Viewer) =>
  words(instant, viewer, { year: 'numeric', month: 'short', day: 'numeric' })

/** `Mon, Jan 4` */
export const weekdayText = (instant: string, viewer: Viewer) =>
  words(instant, viewer, { weekday: 'short', month: 'short', day: 'numeric' })

/** `9:00 – 9:30 AM`, and the day of its end where that is another one: the first is said beside it. */
export function timeRangeText(start: string, end: string, viewer: Viewer): string {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  if (Number.isNaN(from) || Number.isNaN(to)) return INVALID_DATE
  const [first, last] = [timeText(start, viewer), timeText(end, viewer)]
  if (dateTextOf(start, viewer) !== dateTextOf(end, viewer)) return `${first} – ${dayAndTime(end, viewer)}`
  // What is said once is AM or PM. Without it, the languages' ranges have other digits than their times; and of an hour
  // that comes twice they say one time alone.
  if (!isHour12(viewer) || first === last) return `${first} – ${last}`
  return plain(format(viewer, { hour: 'numeric', minute: '2-digit' }).formatRange(from, to))
}

/** `Sun, Nov 22, 12:00 AM` */
const dayAndTime = (instant: string, viewer: Viewer) =>
  words(instant, viewer, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })

/** What stands on the leaf of a tear-off calendar; null for a date that cannot be read. */
export const leafText = (instant: string, viewer: Viewer) =>
  Number.isNaN(Date.parse(instant))
    ? null
    : {
        month: words(instant, viewer, { month: 'short' }),
        day: words(instant, viewer, { day: 'numeric' }),
      }

/** The zone's name and what it is ahead of UTC by at an instant: `Europe/Berlin (GMT+2)`. */
export function zoneText(instant: string, viewer: Viewer): string {
  if (Number.isNaN(Date.parse(instant))) return zoneName(viewer.timeZone)
  const offset = format(viewer, { timeZoneName: 'shortOffset' })
    .formatToParts(Date.parse(instant))
    .find((part) => part.type === 'timeZoneName')?.value
  return `${zoneName(viewer.timeZone)} (${offset})`
}

/** Places that browsers still list under the spelling they had in the first versions of the zone database. */
const renamed: Record<string, string> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
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

/** Whether a reader who has not chosen is shown twelve hours. */
export const isHour12 = (viewer: Viewer): boolean =>
  viewer.hour12 ?? format(viewer, { hour: 'numeric' }).resolvedOptions().hour12 ?? false

/** Words for a day (days since 1970-01-01), which is the same day in every zone. */
export function dayText(epochDay: number, { locale }: Viewer, options: Intl.DateTimeFormatOptions): string {
  return format({ locale, timeZone: 'UTC', hour12: null }, options).format(epochDay * 86_400_000)
}
