import { nearestDate } from '../../../../availability/civil-date.ts'
import { dayOf, formatDate, parseDate } from '../../../../availability/wall-time.ts'
import { DAY } from '../../../../availability/units.ts'
import { Budget, MAX_COMPONENTS, MAX_STEPS, Unreadable } from '../../../../contract/icalendar/bounds.ts'
import { readComponents } from '../../../../contract/icalendar/components.ts'
import { type EventPart, readEventPart } from '../../../../contract/icalendar/event-part.ts'
import { endOf, type FindZone, instantOf } from '../../../../contract/icalendar/moments.ts'
import { createZoneObserver } from '../../../../contract/icalendar/observances.ts'
import { parseMoment } from '../../../../contract/icalendar/parse-moment.ts'
import {
  filterProperties,
  type ParsedComponent,
  parseComponent,
  textOf,
} from '../../../../contract/icalendar/properties.ts'
import { isReadableRule } from '../../../../contract/icalendar/recurrence.ts'
import { type Occurrence, occurrencesOf } from '../../../../contract/icalendar/series.ts'
import { zoneFinder, zoneNames } from '../../../../contract/icalendar/zones.ts'
import { ruleLimits, ruleMessages } from '../../../../contract/events/event-rules.ts'
import { type DateOverride } from '../../../../contract/hours/hours.ts'
import { isTimeZone, lowerCase, zoneTable } from '../../../../contract/time/time-zones.ts'

/** How far ahead repeated entries are read. */
const MAX_DAYS_AHEAD = 2 * 366
/** Of the file's steps, so that one entry doesn't leave the others none. */
const MAX_STEPS_OF_SERIES = MAX_STEPS / 4

export const NO_ENTRIES = 'It has no upcoming entries.'

export interface CalendarFileDates {
  /** By their first date. */
  dates: DateOverride[]
  /** The names of entries that can't be read. */
  unreadable: string[]
}

interface Item {
  entry: ParsedComponent
  part: EventPart
}

/**
 * Closed dates for the entries of a calendar file. A timed entry closes each date that it touches in the zone. Past
 * dates are left out. `today` is `YYYY-MM-DD`. Throws for a file that isn't a calendar.
 */
export function readCalendarFile(
  text: string,
  { timezone, today }: { timezone: string; today: string },
): CalendarFileDates {
  const calendars = readComponents(text, new Budget(MAX_COMPONENTS)).map(parseComponent)
  const lastDay = parseDate(today) + MAX_DAYS_AHEAD
  const lastDate = formatDate(lastDay)
  const range = { start: parseDate(today) * DAY, end: (lastDay + 1) * DAY }
  const items: Item[] = []
  const unreadable: string[] = []
  for (const calendar of calendars) {
    const findZone = zonesOf(calendar, timezone, range.end)
    for (const entry of calendar.children.filter(({ kind }) => kind === 'VEVENT')) {
      const part = readPart(entry, findZone)
      if (part) items.push({ entry, part })
      else if (textOf(entry, 'status').toUpperCase() !== 'CANCELLED') unreadable.push(nameOf(entry))
    }
  }
  // Several repetitions a day close it once, and so does an entry that the file has twice.
  const dates = new Map<string, DateOverride>()
  const steps = new Budget(MAX_STEPS)
  for (const series of Map.groupBy(items, ({ entry }) => idOf(entry)).values()) {
    const names = new Map(series.map(({ entry, part }) => [part, nameOf(entry)]))
    try {
      const limits = { range, steps: new Budget(MAX_STEPS_OF_SERIES, steps) }
      // All of a series or nothing.
      const occurrences = [...occurrencesOf([...names.keys()], limits)]
      for (const occurrence of occurrences) {
        const [part] = occurrence
        const { from, to } = datesOf(occurrence, timezone)
        if (part.isCanceled || to < today || from > lastDate) continue
        const date: DateOverride = { from, to, name: names.get(part)!, slots: [] }
        dates.set(JSON.stringify(date), date)
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      unreadable.push(nameOf(series[0]!.entry))
    }
  }
  return { dates: [...dates.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1)), unreadable }
}

/** Why nothing of a file can be added; null if it can. */
export function fileProblem({ dates, unreadable }: CalendarFileDates): string | null {
  if (dates.length > ruleLimits.overrides)
    return `It has ${dates.length} upcoming entries. ${ruleMessages.tooManyOverrides}.`
  return dates.length + unreadable.length === 0 ? NO_ENTRIES : null
}

/** A time without a zone, or with one that nobody knows, is the host's. */
function zonesOf(calendar: ParsedComponent, timezone: string, until: number): FindZone {
  const names = zoneNames([calendar], timezone).filter(isTimeZone)
  const known = new Map(names.map((name) => [lowerCase(name), zoneTable(name).rules]))
  const own = zoneTable(timezone)
  const find = zoneFinder(calendar, own, known, createZoneObserver(until, new Budget(MAX_STEPS)))
  return (tzid) => find(tzid) ?? own
}

/** Null if it isn't known on which dates it is. */
function readPart(entry: ParsedComponent, findZone: FindZone): EventPart | null {
  const part = readEventPart(entry, findZone, new Set())
  if (!part || entry.isCut) return null
  // Of a canceled repetition, only the original time counts.
  const isOriginal = part.isCanceled && part.replaces !== null
  const names = isOriginal ? ['recurrence-id'] : ['dtstart', 'recurrence-id', 'exdate']
  const isReadable =
    part.rules.every((rule) => isReadableRule(rule, part.start)) &&
    (isOriginal || !part.isIncomplete) &&
    names.flatMap((name) => filterProperties(entry, name)).every(({ values }) => values.every(isReal))
  return isReadable ? part : null
}

const isReal = (value: unknown) => parseMoment(value) !== null

const idOf = (entry: ParsedComponent) => textOf(entry, 'uid') || JSON.stringify(entry)

const nameOf = (entry: ParsedComponent) => textOf(entry, 'summary').slice(0, ruleLimits.overrideName)

/** The first and the last date of an occurrence, whose end isn't part of it. */
function datesOf([, start, length]: Occurrence, timezone: string): { from: string; to: string } {
  const first = start.isDate ? Math.floor(start.wall / DAY) : dayOf(zoneTable(timezone), instantOf(start))
  const last = start.isDate
    ? first + length.days - 1
    : Math.max(first, dayOf(zoneTable(timezone), endOf(start, length) - 1))
  return { from: nearestDate(first), to: nearestDate(last) }
}
