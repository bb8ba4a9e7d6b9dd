import { formatDate, parseDate } from '../../../availability/wall-time.ts'
import type { Dates } from './override-dates.ts'

/** What was understood of pasted dates, and the parts that weren't. */
export interface ReadDates {
  dates: NamedDates[]
  unknown: string[]
  /** A date such as `3/4` if nothing tells which number is the month. It and its kind aren't in `dates` then. */
  ambiguous: string | null
}

export interface NamedDates extends Dates {
  /** What is written behind the dates; may be empty. */
  name: string
}

/** What comes first in dates with slashes. */
export type DateOrder = 'month' | 'day'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th)?`
const YEAR = String.raw`\d{4}`
const WEEKDAY = /\b(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+/
const ISO = String.raw`\d{4}-\d{2}-\d{2}`
const DATE = String.raw`(?:${ISO}|\d{1,2}\.\d{1,2}\.(?:${YEAR})?|\d{1,2}/\d{1,2}(?:/${YEAR})?|${MONTH}\s+${DAY}(?:\s+${YEAR})?|${DAY}\s+${MONTH}(?:\s+${YEAR})?)`
const TO = String.raw`\s*(?:-|–|—|\bto\b|\buntil\b|\bthrough\b)\s*`

/** What follows a date, without digits: they would be dates that we don't understand. */
const NAME = String.raw`(?:\s*[:–—-]?\s+(?!(?:to|until|through|and)\b)(\p{L}[^\d]*))?`

const pattern = (dates: string) => new RegExp(`^${dates}${NAME}$`, 'iu')
const ONE = pattern(`(${DATE})`)
const RANGE = pattern(`(${DATE})(?:${TO}|/(?=${ISO}))(${DATE})`)
/** `Dec 24 - 27 2026` */
const DAYS_AFTER_MONTH = pattern(`(${MONTH})\\s+(${DAY})${TO}(${DAY})(\\s+${YEAR})?`)
/** `24 - 27 Dec 2026` */
const DAYS_BEFORE_MONTH = pattern(`(${DAY})${TO}(${DAY}\\s+${MONTH}(?:\\s+${YEAR})?)`)
/** `24.-27.12.2026` */
const DAYS_WITH_DOTS = pattern(`(\\d{1,2})\\.${TO}(\\d{1,2})(\\.\\d{1,2}\\.(?:${YEAR})?)`)
const WITH_SLASH = /(?<![\d/-])(\d{1,2})\/(\d{1,2})(?![\d-])(?:\/\d{4})?/g
/** A comma comes before the year in American dates, also in ranges. */
const COMMA_BEFORE_YEAR = new RegExp(
  `(${MONTH}\\s+${DAY}(?:${TO}${DAY})?),\\s*(${YEAR})(?!-\\d{2}-|\\d)`,
  'gi',
)
const BEFORE_DATE = new RegExp(`${WEEKDAY.source}(?=\\d|${MONTH}\\s)`, 'gi')
const LAST_YEAR = /(?<![\d-])(\d{4})$/

/** A date as written: without a year, it is the next one. */
interface WrittenDate {
  year: number | null
  month: number
  day: number
}

/**
 * Reads pasted dates, one on a line or separated by commas: `Dec 24 - Jan 2`, `24.12.2026 Christmas`, `2026-12-24`. A year at
 * the end of a line counts for all its dates. All dates with slashes have one order, given if they don't tell it themselves. `today`
 * is `YYYY-MM-DD`.
 */
export function readDates(text: string, today: string, given: DateOrder | null = null): ReadDates {
  const slashed = [...text.matchAll(WITH_SLASH)].map(([date, one, two]) => ({ date, one: +one!, two: +two! }))
  const order = orderOf(slashed) ?? given
  const read: ReadDates = { dates: [], unknown: [], ambiguous: null }
  if (order === null) read.ambiguous = slashed.find(({ one, two }) => one !== two)?.date ?? null
  for (const line of text.split(/[\n;]/)) {
    const parts = withoutDateCommas(line)
      .split(',')
      .map((part) => part.trim().replaceAll(/\s+/g, ' '))
      .filter((part) => part !== '')
    const lastYear = LAST_YEAR.exec(parts.at(-1) ?? '')?.[1]
    for (const part of parts) {
      if (order === null && part.search(WITH_SLASH) !== -1 && read.ambiguous !== null) continue
      const reading = {
        today,
        order: order ?? 'month',
        year: lastYear === undefined ? null : Number(lastYear),
      }
      const dates = readPart(part, reading)
      if (dates) read.dates.push(dates)
      else read.unknown.push(part)
    }
  }
  return read
}

/** The order that dates with slashes tell by a number that is no month; null if none does. */
function orderOf(slashed: readonly { one: number; two: number }[]): DateOrder | null {
  if (slashed.some(({ two }) => two > 12)) return 'month'
  return slashed.some(({ one }) => one > 12) ? 'day' : null
}

/** The comma in `Dec 24, 2026` and the weekday in `Thu, Dec 24` separate nothing. */
const withoutDateCommas = (line: string) =>
  line.replaceAll(BEFORE_DATE, '').replaceAll(COMMA_BEFORE_YEAR, '$1 $2')

interface Reading {
  today: string
  order: DateOrder
  /** Of dates that have none; null for the next ones. */
  year: number | null
}

function readPart(part: string, reading: Reading): NamedDates | null {
  const one = ONE.exec(part)
  if (one) return datesOf(one[1]!, one[1]!, one[2], reading)
  const range = RANGE.exec(part)
  if (range) return datesOf(range[1]!, range[2]!, range[3], reading)
  const after = DAYS_AFTER_MONTH.exec(part)
  if (after) {
    const [, month, first, last, year = '', name] = after
    return datesOf(`${month} ${first}${year}`, `${month} ${last}${year}`, name, reading)
  }
  const before = DAYS_BEFORE_MONTH.exec(part)
  if (before) {
    const [, first, last, name] = before
    return datesOf(last!.replace(new RegExp(`^${DAY}`, 'i'), first!), last!, name, reading)
  }
  const dotted = DAYS_WITH_DOTS.exec(part)
  if (dotted) {
    const [, first, last, rest, name] = dotted
    return datesOf(`${first}${rest}`, `${last}${rest}`, name, reading)
  }
  return null
}

function datesOf(
  first: string,
  last: string,
  name: string | undefined,
  { today, order, year: lastYear }: Reading,
): NamedDates | null {
  const [from, to] = [writtenDate(first, order), writtenDate(last, order)]
  if (from.year === null && to.year === null) to.year = lastYear
  const isBackwards = to.month < from.month || (to.month === from.month && to.day < from.day)
  const later = isBackwards ? 1 : 0
  const thisYear = Number(today.slice(0, 4))
  const withYears = (year: number) => ({
    from: dateOf(from, from.year ?? (to.year === null ? year : to.year - later)),
    to: dateOf(to, to.year ?? (from.year ?? year) + later),
  })
  // In January, `Dec 24 - Jan 2` can still be the one of last year.
  const found = [thisYear - 1, thisYear, thisYear + 1]
    .map(withYears)
    .find((dates) => from.year !== null || to.year !== null || (dates.to !== null && dates.to >= today))
  if (!found || found.from === null || found.to === null || found.from > found.to) return null
  return { from: found.from, to: found.to, name: name?.trim() ?? '' }
}

function dateOf({ month, day }: WrittenDate, year: number): string | null {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  try {
    return formatDate(parseDate(date))
  } catch {
    return null
  }
}

function writtenDate(text: string, order: DateOrder): WrittenDate {
  const numbers = text.match(/\d+/g)!.map(Number)
  const month = /[a-z]{3}/.exec(text.toLowerCase().replaceAll(/\d+(?:st|nd|rd|th)/g, ''))?.[0]
  if (month !== undefined) {
    const [day, year = null] = numbers
    return { year, month: months.indexOf(month) + 1, day: day! }
  }
  const [one, two, three = null] = numbers as [number, number, number?]
  if (text.includes('-')) return { year: one, month: two, day: three! }
  const isDayFirst = text.includes('.') || order === 'day'
  return isDayFirst ? { year: three, month: two, day: one } : { year: three, month: one, day: two }
}
