import type { Reader } from '../../contract/pages.ts'

/** More than any page needs; on the server, readers of all the world share it. */
const MOST_FORMATS = 500
const formats = new Map<string, Intl.DateTimeFormat>()

function format(reader: Reader, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${reader.locale} ${reader.timeZone} ${reader.hour12} ${JSON.stringify(options)}`
  let found = formats.get(key)
  if (!found) {
    const wanted: Intl.DateTimeFormatOptions = { calendar: 'gregory', timeZone: reader.timeZone, ...options }
    if (options.hour && reader.hour12 !== null) wanted.hourCycle = reader.hour12 ? 'h12' : 'h23'
    found = new Intl.DateTimeFormat(reader.locale, wanted)
    // The hours of twenty-four have two digits, so that times stand in line.
    if (found.resolvedOptions().hour12 === false) {
      found = new Intl.DateTimeFormat(reader.locale, { ...wanted, hour: '2-digit' })
    }
    if (formats.size >= MOST_FORMATS) formats.clear()
    formats.set(key, found)
  }
  return found
}

/** Versions of the locale data differ in which space they put before AM; the one on the keyboard serves. */
const plain = (text: string) => text.replaceAll('\u202f', ' ')

export const INVALID_DATE = 'Invalid date'

const words = (instant: string, reader: Reader, options: Intl.DateTimeFormatOptions) => {
  const at = Date.parse(instant)
  return Number.isNaN(at) ? INVALID_DATE : plain(format(reader, options).format(at))
}

/** All take ISO instants and give the reader's words in the reader's zone; `Invalid date` for what cannot be read. */
export const timeText = (instant: string, reader: Reader) =>
  words(instant, reader, { hour: 'numeric', minute: '2-digit' })

export const dateTextOf = (instant: string, reader: Reader) =>
  words(instant, reader, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })

/** `Jan 4, 2027` */
export const shortDateText = (instant: string, reader: Reader) =>
  words(instant, reader, { year: 'numeric', month: 'short', day: 'numeric' })

/** `Mon, Jan 4` */
export const weekdayText = (instant: string, reader: Reader) =>
  words(instant, reader, { weekday: 'short', month: 'short', day: 'numeric' })

/** `9:00 – 9:30 AM`, and the day of its end where that is another one: the first is said beside it. */
export function timeRangeText(start: string, end: string, reader: Reader): string {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  if (Number.isNaN(from) || Number.isNaN(to)) return INVALID_DATE
  const [first, last] = [timeText(start, reader), timeText(end, reader)]
  if (dateTextOf(start, reader) !== dateTextOf(end, reader)) return `${first} – ${dayAndTime(end, reader)}`
  // What is said once is AM or PM. Without it, the languages' ranges have other digits than their times; and of an hour
  // that comes twice they say one time alone.
  if (!isHour12(reader) || first === last) return `${first} – ${last}`
  return plain(format(reader, { hour: 'numeric', minute: '2-digit' }).formatRange(from, to))
}

/** `Sun, Nov 22, 12:00 AM` */
const dayAndTime = (instant: string, reader: Reader) =>
  words(instant, reader, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })

/** What stands on the leaf of a tear-off calendar; null for a date that cannot be read. */
export const leafText = (instant: string, reader: Reader) =>
  Number.isNaN(Date.parse(instant))
    ? null
    : {
        month: words(instant, reader, { month: 'short' }),
        day: words(instant, reader, { day: 'numeric' }),
      }

/** The zone's name and what it is ahead of UTC by at an instant: `Europe/Berlin (GMT+2)`. */
export function zoneText(instant: string, reader: Reader): string {
  if (Number.isNaN(Date.parse(instant))) return zoneName(reader.timeZone)
  const offset = format(reader, { timeZoneName: 'shortOffset' })
    .formatToParts(Date.parse(instant))
    .find((part) => part.type === 'timeZoneName')?.value
  return `${zoneName(reader.timeZone)} (${offset})`
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
export const isHour12 = (reader: Reader): boolean =>
  reader.hour12 ?? format(reader, { hour: 'numeric' }).resolvedOptions().hour12 ?? false

/** Words for a day (days since 1970-01-01), which is the same day in every zone. */
export function dayText(epochDay: number, { locale }: Reader, options: Intl.DateTimeFormatOptions): string {
  return format({ locale, timeZone: 'UTC', hour12: null }, options).format(epochDay * 86_400_000)
}
