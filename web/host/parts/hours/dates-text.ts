import type { Dates } from './override-dates.ts'
import {
  DAY,
  type DateOrder,
  meantDates,
  MONTH,
  readWritten,
  type WrittenDates,
  YEAR,
} from './written-dates.ts'

export interface NamedDates extends Dates {
  /** Empty without one. */
  name: string
}

/** What was understood of pasted dates, and the parts that weren't. */
export interface ReadDates {
  dates: NamedDates[]
  /** Those that are over. */
  past: NamedDates[]
  unknown: string[]
  /**
   * A part that can be read in both orders, if nothing in the text tells which one; null if it does. `dates` and `past`
   * lack all such parts until the order is chosen.
   */
  question: ({ part: string } & Record<DateOrder, NamedDates>) | null
}

const WEEKDAY = new RegExp(
  String.raw`\b(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+(?=\d|${MONTH}\s+\d)`,
  'gi',
)
const COMMA_BEFORE_YEAR = new RegExp(String.raw`(${MONTH}\s+${DAY}),\s*(${YEAR})(?!-\d{2}-|\d)`, 'gi')
/** A date with dots, in which the day comes first. */
const DOTTED = /(?<![\d.])\d{1,2}\.\d{1,2}\.(?:\d{4})?(?!\d)/
const ONLY_YEAR = new RegExp(`^${YEAR}$`)

/** A part of the text, and the dates that it means; null if there are none. */
interface ReadPart {
  part: string
  dates: NamedDates | null
}

/**
 * Reads pasted dates, one on a line or separated by commas: `Dec 24 - Jan 2`, `24.12.2026 Christmas Eve`, `2026-12-24`.
 * A year behind dates is that of all dates before it on its line. One order of day and month counts for the whole text.
 * `today` is `YYYY-MM-DD`; `chosen` is the order if it was asked for.
 */
export function readDates(text: string, today: string, chosen: DateOrder | null = null): ReadDates {
  const [monthFirst, dayFirst] = [readText(text, today, 'monthFirst'), readText(text, today, 'dayFirst')]
  const misses = (parts: readonly ReadPart[]) => parts.filter(({ dates }) => dates === null).length
  const isSame = (index: number) => JSON.stringify(monthFirst[index]) === JSON.stringify(dayFirst[index])
  const asked = monthFirst.findIndex(
    ({ dates }, index) => dates !== null && dayFirst[index]!.dates !== null && !isSame(index),
  )
  const told = toldOrder(text, misses(monthFirst), misses(dayFirst))
  const order = told ?? chosen
  const isOpen = asked !== -1 && order === null
  const parts = (order === 'dayFirst' ? dayFirst : monthFirst).filter((_, index) => !isOpen || isSame(index))
  const dates = parts.flatMap((part) => part.dates ?? [])
  return {
    dates: dates.filter(({ to }) => to >= today),
    past: dates.filter(({ to }) => to < today),
    unknown: parts.filter((one) => one.dates === null).map(({ part }) => part),
    question:
      asked === -1 || told !== null
        ? null
        : {
            part: monthFirst[asked]!.part,
            monthFirst: monthFirst[asked]!.dates!,
            dayFirst: dayFirst[asked]!.dates!,
          },
  }
}

/** The order in which more is understood, or that of the dates with dots; null if neither tells. */
function toldOrder(text: string, missedMonthFirst: number, missedDayFirst: number): DateOrder | null {
  if (missedMonthFirst !== missedDayFirst)
    return missedMonthFirst < missedDayFirst ? 'monthFirst' : 'dayFirst'
  return DOTTED.test(text) ? 'dayFirst' : null
}

const readText = (text: string, today: string, order: DateOrder): ReadPart[] =>
  text.split('\n').flatMap((line) => readLine(line, today, order))

function readLine(line: string, today: string, order: DateOrder): ReadPart[] {
  const parts = withoutDateCommas(line)
    .split(/[,;]/)
    .map((part) => part.trim().replaceAll(/\s+/g, ' '))
    .filter((part) => part !== '')
  const written = parts.map((part) => readWritten(part, order))
  const yearBehind = yearsBehind(parts, written)
  const read: ReadPart[] = []
  // After a date with a year, a date without one comes next, not before it.
  let earliest = today
  for (const [index, part] of parts.entries()) {
    const one = written[index]
    if (!one) {
      if (!yearBehind.used.has(index)) read.push({ part, dates: null })
      continue
    }
    const year = yearBehind.years[index]!
    const dates = meantDates(one, { year, earliest })
    if (dates && (hasYear(one) || year !== null)) earliest = dates.from
    read.push({ part, dates: dates && { ...dates, name: one.name } })
  }
  return read
}

/** The comma in `Dec 24, 2026` and the weekday in `Thu, Dec 24` separate nothing. */
const withoutDateCommas = (line: string) =>
  line.replaceAll(WEEKDAY, '').replaceAll(COMMA_BEFORE_YEAR, '$1 $2')

const hasYear = ({ from, to }: WrittenDates) => from.year !== null || to.year !== null

/**
 * For each part of a line, the next year written behind a date; null without one. `used`: the parts that are only such
 * a year.
 */
function yearsBehind(parts: readonly string[], written: readonly (WrittenDates | null)[]) {
  const years: (number | null)[] = []
  const used = new Set<number>()
  let behind: { year: number; index: number } | null = null
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const one = written[index] ?? null
    const part = parts[index]!
    years[index] = behind?.year ?? null
    if (one === null) {
      if (ONLY_YEAR.test(part)) behind = { year: Number(part), index }
    } else if (!hasYear(one)) {
      if (behind) used.add(behind.index)
    } else if (!part.startsWith(String(one.from.year))) {
      behind = { year: (one.to.year ?? one.from.year)!, index }
    }
  }
  return { years, used }
}
