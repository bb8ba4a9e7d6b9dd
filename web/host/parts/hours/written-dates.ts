import { formatDate, parseDate } from '../../../../availability/wall-time.ts'
import { ruleLimits } from '../../../../contract/events/event-rules.ts'
import type { Dates } from './override-dates.ts'

/** How 5/6 is read. With dots, the day always comes first. */
export type DateOrder = 'monthFirst' | 'dayFirst'

interface WrittenDate {
  /** Null if none was written. */
  year: number | null
  month: number
  day: number
}

/** One or more days as written, and their name; empty without one. */
export interface WrittenDates {
  from: WrittenDate
  to: WrittenDate
  name: string
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
export const MONTH = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`
export const DAY = String.raw`\d{1,2}(?:st|nd|rd|th)?`
export const YEAR = String.raw`\d{4}`
const ISO = String.raw`\d{4}-\d{2}-\d{2}`
const DATE = String.raw`(?:${ISO}|\d{1,2}\.\d{1,2}\.(?:${YEAR})?|\d{1,2}/\d{1,2}(?:/${YEAR})?|${MONTH}\s+${DAY}(?:\s+${YEAR})?|${DAY}\s+${MONTH}(?:\s+${YEAR})?)`
const TO = String.raw`\s*(?:-|–|—|\bto\b|\buntil\b|\bthrough\b)\s*`

const at = (pattern: string) => new RegExp(`^${pattern}(?![\\d/])`, 'i')
const ONE = at(`(${DATE})`)
const RANGE = at(`(${DATE})(?:${TO}|/(?=${ISO}))(${DATE})`)
/** `Dec 24 - 27 2026` */
const DAYS_AFTER_MONTH = at(`(${MONTH})\\s+(${DAY})${TO}(${DAY})(\\s+${YEAR})?`)
/** `24 - 27 Dec 2026` */
const DAYS_BEFORE_MONTH = at(`(${DAY})${TO}(${DAY}\\s+${MONTH}(?:\\s+${YEAR})?)`)
/** `24.-27.12.2026` */
const DAYS_WITH_DOTS = at(`(\\d{1,2})\\.${TO}(\\d{1,2})(\\.\\d{1,2}\\.(?:${YEAR})?)`)

/** The first and the last date in what a pattern found. */
const patterns: readonly [RegExp, (found: string[]) => [first: string, last: string]][] = [
  [RANGE, ([first, last]) => [first!, last!]],
  [
    DAYS_AFTER_MONTH,
    ([month, first, last, year = '']) => [`${month} ${first}${year}`, `${month} ${last}${year}`],
  ],
  [DAYS_BEFORE_MONTH, ([first, last]) => [last!.replace(new RegExp(`^${DAY}`, 'i'), first!), last!]],
  [DAYS_WITH_DOTS, ([first, last, rest]) => [`${first}${rest}`, `${last}${rest}`]],
  [ONE, ([date]) => [date!, date!]],
]

/** `Christmas Eve`, `: Christmas Eve`, `- Christmas Eve` or `(Christmas Eve)` behind a date. */
const NAME = /^(?:\s*(?<mark>[:–—-])\s*|\s+)(?:\((?<inner>[^()]*)\)|(?<plain>["“'‘]?\p{L}.*))$/u
/** Part of the dates rather than a name: another date, a time, a year, or a word that leads to one. */
const NO_NAME = new RegExp(
  String.raw`^(?:and|or|to|till|until|through|at|from)\b|${MONTH}\s+\d|\d\s*${MONTH}(?!\p{L})|\d[./:]\d|\b(?:19|20)\d\d\b|\d\s*[ap]\.?m\b`,
  'iu',
)

/**
 * Reads a part of a text that is nothing but dates, perhaps with their name behind them. Null if it is anything else.
 */
export function readWritten(part: string, order: DateOrder): WrittenDates | null {
  for (const [pattern, datesIn] of patterns) {
    const match = pattern.exec(part)
    if (!match) continue
    const name = nameIn(part.slice(match[0].length))
    if (name === null) continue
    const [first, last] = datesIn(match.slice(1))
    return { from: writtenDate(first.toLowerCase(), order), to: writtenDate(last.toLowerCase(), order), name }
  }
  return null
}

function nameIn(rest: string): string | null {
  if (rest.trim() === '') return ''
  const { mark, inner, plain } = NAME.exec(rest)?.groups ?? {}
  const name = (inner ?? plain ?? '').trim()
  // `Dec 24 - Jnauary 2` is a range with a typo.
  if (name === '' || NO_NAME.test(name) || (mark !== undefined && mark !== ':' && /\d/.test(name)))
    return null
  return Array.from(name).slice(0, ruleLimits.overrideName).join('')
}

function writtenDate(text: string, order: DateOrder): WrittenDate {
  const numbers = text.match(/\d+/g)!.map(Number)
  const name = /[a-z]{3}/.exec(text.replaceAll(/\d+(?:st|nd|rd|th)/g, ''))?.[0]
  if (name !== undefined) {
    const [day, year = null] = numbers
    return { year, month: months.indexOf(name) + 1, day: day! }
  }
  const [one, two, three = null] = numbers as [number, number, number?]
  if (text.includes('-')) return { year: one, month: two, day: three! }
  const isDayFirst = text.includes('.') || order === 'dayFirst'
  return isDayFirst ? { year: three, month: two, day: one } : { year: three, month: one, day: two }
}

/** How many years ahead a day is searched: February 29 can be that far away. */
const MAX_YEARS_AHEAD = 8

/**
 * The dates that were meant. Without a year in them, `year` is the year of the last one; without that either, they are
 * the first that end on or after `earliest` (`YYYY-MM-DD`). Null if there are no such days.
 */
export function meantDates(
  { from, to }: Pick<WrittenDates, 'from' | 'to'>,
  { year, earliest }: { year: number | null; earliest: string },
): Dates | null {
  const isBackwards = to.month < from.month || (to.month === from.month && to.day < from.day)
  const later = isBackwards ? 1 : 0
  const written = to.year ?? (from.year === null ? year : from.year + later)
  const datesIn = (lastYear: number) => {
    const dates = { from: dateOf(from, from.year ?? lastYear - later), to: dateOf(to, lastYear) }
    return dates.from === null || dates.to === null ? null : { from: dates.from, to: dates.to }
  }
  if (written !== null) {
    const dates = datesIn(written)
    return dates && dates.from <= dates.to ? dates : null
  }
  const first = Number(earliest.slice(0, 4))
  for (let lastYear = first; lastYear <= first + MAX_YEARS_AHEAD; lastYear += 1) {
    const dates = datesIn(lastYear)
    if (dates && dates.to >= earliest) return dates
  }
  return null
}

function dateOf({ month, day }: WrittenDate, year: number): string | null {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  try {
    return formatDate(parseDate(date))
  } catch {
    return null
  }
}
