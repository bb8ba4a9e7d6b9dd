import { formatDate, parseDate } from '../../../availability/wall-time.ts'
import type { Dates } from './override-dates.ts'

/** What was understood of pasted dates, and the parts that weren't. */
export interface ReadDates {
  dates: Dates[]
  unknown: string[]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th)?`
const YEAR = String.raw`\d{4}`
const WEEKDAY = /\b(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+(?=\d|[a-z])/g
const ISO = String.raw`\d{4}-\d{2}-\d{2}`
const DATE = String.raw`(?:${ISO}|\d{1,2}\.\d{1,2}\.(?:${YEAR})?|\d{1,2}/\d{1,2}(?:/${YEAR})?|${MONTH}\s+${DAY}(?:\s+${YEAR})?|${DAY}\s+${MONTH}(?:\s+${YEAR})?)`
const TO = String.raw`\s*(?:-|–|—|\bto\b|\buntil\b|\bthrough\b)\s*`

const ONE = new RegExp(`^(${DATE})$`)
const RANGE = new RegExp(`^(${DATE})(?:${TO}|/(?=${ISO}))(${DATE})$`)
/** `Dec 24 - 27 2026` */
const DAYS_AFTER_MONTH = new RegExp(`^(${MONTH})\\s+(${DAY})${TO}(${DAY})(\\s+${YEAR})?$`)
/** `24 - 27 Dec 2026` */
const DAYS_BEFORE_MONTH = new RegExp(`^(${DAY})${TO}(${DAY}\\s+${MONTH}(?:\\s+${YEAR})?)$`)
/** `24.-27.12.2026` */
const DAYS_WITH_DOTS = new RegExp(`^(\\d{1,2})\\.${TO}(\\d{1,2})(\\.\\d{1,2}\\.(?:${YEAR})?)$`)

/** A date as written: without a year, it is the next one. */
interface WrittenDate {
  year: number | null
  month: number
  day: number
}

/**
 * Reads pasted dates, one on a line or separated by commas: `Dec 24 - Jan 2`, `24.12.2026`, `2026-12-24`. With slashes,
 * the month comes first. `today` is `YYYY-MM-DD`.
 */
export function readDates(text: string, today: string): ReadDates {
  const read: ReadDates = { dates: [], unknown: [] }
  const parts = text
    .split(/[\n;]/)
    .flatMap((line) => withoutDateCommas(line).split(','))
    .map((part) => part.trim())
  for (const part of parts.filter((one) => one !== '')) {
    const dates = readPart(part.toLowerCase().replaceAll(/\s+/g, ' '), today)
    if (dates) read.dates.push(dates)
    else read.unknown.push(part)
  }
  return read
}

/** The comma in `Dec 24, 2026` and the weekday in `Thu, Dec 24` separate nothing. */
const withoutDateCommas = (line: string) =>
  `${line} `
    .replaceAll(new RegExp(WEEKDAY, 'gi'), '')
    .replaceAll(new RegExp(`(${MONTH}\\s+${DAY}),\\s*(${YEAR})(?!-\\d{2}-|\\d)`, 'gi'), '$1 $2')

function readPart(part: string, today: string): Dates | null {
  const one = ONE.exec(part)
  if (one) return datesOf(one[1]!, one[1]!, today)
  const range = RANGE.exec(part)
  if (range) return datesOf(range[1]!, range[2]!, today)
  const after = DAYS_AFTER_MONTH.exec(part)
  if (after) {
    const [, month, first, last, year = ''] = after
    return datesOf(`${month} ${first}${year}`, `${month} ${last}${year}`, today)
  }
  const before = DAYS_BEFORE_MONTH.exec(part)
  if (before) {
    const [, first, last] = before
    return datesOf(last!.replace(new RegExp(`^${DAY}`), first!), last!, today)
  }
  const dotted = DAYS_WITH_DOTS.exec(part)
  if (dotted) {
    const [, first, last, rest] = dotted
    return datesOf(`${first}${rest}`, `${last}${rest}`, today)
  }
  return null
}

function datesOf(first: string, last: string, today: string): Dates | null {
  const [from, to] = [writtenDate(first), writtenDate(last)]
  if (!from || !to) return null
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
  return { from: found.from, to: found.to }
}

function dateOf({ month, day }: WrittenDate, year: number): string | null {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  try {
    return formatDate(parseDate(date))
  } catch {
    return null
  }
}

function writtenDate(text: string): WrittenDate | null {
  const numbers = text.match(/\d+/g)!.map(Number)
  const name = /[a-z]{3}/.exec(text.replaceAll(/\d+(?:st|nd|rd|th)/g, ''))?.[0]
  if (name !== undefined) {
    const [day, year = null] = numbers
    return { year, month: months.indexOf(name) + 1, day: day! }
  }
  const [one, two, three = null] = numbers as [number, number, number?]
  if (text.includes('-')) return { year: one, month: two, day: three! }
  if (text.includes('.')) return { year: three, month: two, day: one }
  // Only one order is possible if there is no such month.
  return one > 12 ? { year: three, month: two, day: one } : { year: three, month: one, day: two }
}
