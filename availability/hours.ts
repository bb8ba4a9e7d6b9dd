import { nearestDate, parseDate, weekdayOf } from './civil-date.ts'
import type { Interval } from './interval.ts'
import type { ZoneTable } from './wall-time.ts'
import { compileRanges, compileWeek, type TimeRange, type WeeklyAvailability } from './week.ts'

/** Dates with other hours than the week's; without ranges: closed. `from` and `to` are `YYYY-MM-DD`, both inclusive. */
export interface DateHours {
  readonly from: string
  readonly to: string
  readonly slots: readonly TimeRange[]
}

/** Dates (`YYYY-MM-DD`, both inclusive) on which the hours are read in another zone. */
export interface DateZone {
  readonly from: string
  readonly to: string
  readonly zone: ZoneTable
}

/** When someone can be booked, apart from what is already taken. */
export interface Hours {
  readonly week: WeeklyAvailability
  /** Defines the wall-clock times of the week and of `dates`, except on the dates of a travel. */
  readonly zone: ZoneTable
  /** The first one that includes a date replaces that date's weekly hours. */
  readonly dates?: readonly DateHours[]
  /** The first one that includes a date counts. */
  readonly travels?: readonly DateZone[]
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
  const replacements = byDay(dates, first, last)
  const journeys = byDay(travels, first, last)
  return {
    rangesOn: (day) => {
      const replacement = replacements?.[day - first]
      return replacement ? compileRanges(replacement.slots) : compiled[weekdayOf(day)]!
    },
    zoneOn: journeys ? (day) => journeys[day - first]?.zone ?? zone : () => zone,
    replacementOn: (day) => replacements?.[day - first] ?? null,
  }
}

/** For each day from `first` to `last` the first of the sources that includes it; null if none includes any. */
function byDay<Source extends { from: string; to: string }>(
  sources: readonly Source[] | undefined,
  first: number,
  last: number,
): readonly (Source | undefined)[] | null {
  if (sources === undefined || sources.length === 0) return null
  // Most sources are about other dates, and needn't be converted to days: dates sort like their texts.
  const [firstDate, lastDate] = [nearestDate(first), nearestDate(last)]
  let days: (Source | undefined)[] | null = null
  for (const source of sources) {
    if (source.to < firstDate || source.from > lastDate) continue
    const from = parseDate(source.from)
    const to = source.to === source.from ? from : parseDate(source.to)
    days ??= noSources(last - first + 1)
    for (let day = Math.max(from, first); day <= Math.min(to, last); day += 1) days[day - first] ??= source
  }
  return days
}

/** `Array.from` takes longer than everything else here. */
function noSources(length: number): undefined[] {
  const days: undefined[] = []
  for (let n = 0; n < length; n += 1) days.push(undefined)
  return days
}
