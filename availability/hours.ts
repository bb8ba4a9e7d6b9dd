import { formatDate, parseDate, weekdayOf } from './civil-date.ts'
import type { Interval } from './interval.ts'
import type { ZoneTable } from './wall-time.ts'
import { compileRanges, compileWeek, type TimeRange, type Week } from './week.ts'

/** Dates with other hours than the week's; no slots: closed. `from` and `to` are `YYYY-MM-DD`, both inclusive. */
export interface DateHours {
  readonly from: string
  readonly to: string
  readonly slots: readonly TimeRange[]
}

/** Dates (`YYYY-MM-DD`, both inclusive) on which the hours are read in another zone. */
export interface Travel {
  readonly from: string
  readonly to: string
  readonly zone: ZoneTable
}

/** The last day that `YYYY-MM-DD` can express. */
const LAST_DAY = parseDate('9999-12-31')

/** When someone can be booked, apart from what is already taken. */
export interface Hours {
  readonly week: Week
  /** Defines the wall-clock times of the week and of `dates`, except on the dates of a travel. */
  readonly zone: ZoneTable
  /** The first one that includes a date replaces that date's weekly hours. */
  readonly dates?: readonly DateHours[]
  /** The first one that includes a date counts. */
  readonly travels?: readonly Travel[]
}

/** `Hours`, ready to be asked day by day (days since 1970-01-01). */
export interface CompiledHours {
  /** The ranges of a date in minutes since midnight, ascending and joined. */
  readonly rangesOn: (day: number) => readonly Interval[]
  readonly zoneOn: (day: number) => ZoneTable
  /** What replaces the weekly hours of a date, or null. */
  readonly replacementOn: (day: number) => DateHours | null
}

/**
 * Prepares hours for the days from `first` to `last`, the only ones to ask about.
 * @throws RangeError for a malformed time or date among them.
 */
export function compileHours(
  { week, zone, dates, travels }: Hours,
  first: number,
  last: number,
): CompiledHours {
  const compiled = compileWeek(week)
  const rangesByWeek = (day: number) => compiled[weekdayOf(day)]!
  const replacements = byDay(dates, first, last, (source) => ({
    source,
    ranges: compileRanges(source.slots),
  }))
  const journeys = byDay(travels, first, last, (travel) => travel.zone)
  return {
    rangesOn:
      replacements.size === 0 ? rangesByWeek : (day) => replacements.get(day)?.ranges ?? rangesByWeek(day),
    zoneOn: journeys.size === 0 ? () => zone : (day) => journeys.get(day) ?? zone,
    replacementOn: (day) => replacements.get(day)?.source ?? null,
  }
}

const NO_DAYS: ReadonlyMap<number, never> = new Map<number, never>()

/** What the first of some stretches of dates that includes a day says about it, for the days from `first` to `last`. */
function byDay<Source extends { from: string; to: string }, Value>(
  sources: readonly Source[] | undefined,
  first: number,
  last: number,
  valueOf: (source: Source) => Value,
): ReadonlyMap<number, Value> {
  if (sources === undefined || sources.length === 0) return NO_DAYS
  // Dates sort like text.
  const firstDate = formatDate(Math.min(first, LAST_DAY))
  const lastDate = formatDate(Math.min(last, LAST_DAY))
  const found = new Map<number, Value>()
  for (const source of sources) {
    if (source.from > lastDate || source.to < firstDate) continue
    const value = valueOf(source)
    const end = Math.min(last, parseDate(source.to))
    for (let day = Math.max(first, parseDate(source.from)); day <= end; day += 1) {
      if (!found.has(day)) found.set(day, value)
    }
  }
  return found
}
