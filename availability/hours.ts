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
 * Prepares hours for the days from `first` to `last`.
 * @throws RangeError for a malformed time or date among them.
 */
export function compileHours(
  { week, zone, dates, travels }: Hours,
  first: number,
  last: number,
): CompiledHours {
  const compiled = compileWeek(week)
  const rangesByWeek = (day: number) => compiled[weekdayOf(day)]!
  const replacements = daysOf(dates, first, last).map(({ from, to, source }) => ({
    from,
    to,
    source,
    ranges: compileRanges(source.slots),
  }))
  const journeys = daysOf(travels, first, last)
  const on = <Stretch extends { from: number; to: number }>(stretches: readonly Stretch[], day: number) =>
    stretches.find(({ from, to }) => from <= day && day <= to)
  return {
    rangesOn:
      replacements.length === 0 ? rangesByWeek : (day) => on(replacements, day)?.ranges ?? rangesByWeek(day),
    zoneOn: journeys.length === 0 ? () => zone : (day) => on(journeys, day)?.source.zone ?? zone,
    replacementOn: (day) => on(replacements, day)?.source ?? null,
  }
}

/** Those that include a day from `first` to `last`, with their days as numbers. Dates sort like text. */
function daysOf<Source extends { from: string; to: string }>(
  sources: readonly Source[] | undefined,
  first: number,
  last: number,
) {
  if (sources === undefined || sources.length === 0) return []
  const firstDate = formatDate(first)
  const lastDate = formatDate(last)
  return sources
    .filter(({ from, to }) => from <= lastDate && to >= firstDate)
    .map((source) => ({ from: parseDate(source.from), to: parseDate(source.to), source }))
}
