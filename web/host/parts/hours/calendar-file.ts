import ICAL from 'ical.js'
import { epochDayOf, nearestDate } from '../../../../availability/civil-date.ts'
import { dayOf, formatDate, parseDate, localDateTimeToInstant } from '../../../../availability/wall-time.ts'
import { DAY } from '../../../../availability/units.ts'
import { parseMoment } from '../../../../contract/calendars/ical-moment.ts'
import { ruleLimits } from '../../../../contract/events/event-rules.ts'
import { type DateOverride } from '../../../../contract/schedules/hours.ts'
import { isTimeZone, zoneTable } from '../../../../contract/time/time-zones.ts'

/** How far ahead repeated entries are read. */
const MAX_DAYS_AHEAD = 2 * 366
/** Entries that began long ago repeat many times before the first one that counts. */
const MAX_REPETITIONS = 50_000
/** In jCal, the name, parameters and type of a property come first. */
const FIRST_VALUE = 3
const ENTRY = /^BEGIN:VEVENT[ \t]*\r?\n(?:(?!BEGIN:VEVENT|END:VEVENT).*\r?\n)*END:VEVENT[ \t]*\r?$/gim

export interface CalendarFileDates {
  /** By their first date. */
  dates: DateOverride[]
  /** The names of entries that can't be read. */
  unreadable: string[]
}

interface Period {
  timezone: string
  /** `YYYY-MM-DD`, both inclusive. */
  today: string
  last: string
}

/**
 * Closed dates for the entries of a calendar file. A timed entry closes each date that it touches in the zone. Past
 * dates are left out. `today` is `YYYY-MM-DD`. Throws for a file that isn't a calendar.
 */
export async function readCalendarFile(
  text: string,
  { timezone, today }: { timezone: string; today: string },
): Promise<CalendarFileDates> {
  const { calendars, unreadable } = parse(text)
  const period = { timezone, today, last: formatDate(parseDate(today) + MAX_DAYS_AHEAD) }
  // Several repetitions a day close it once, and so does an entry that the file has twice.
  const dates = new Map<string, DateOverride>()
  const entries = calendars.flatMap((calendar) => calendar.getAllSubcomponents('vevent'))
  const readable = entries.filter(hasRealTimes)
  const changes = Map.groupBy(readable.filter(isChange), uidOf)
  const series = new Set(readable.filter((entry) => !isChange(entry)).map(uidOf))
  for (const entry of entries) {
    if (isCanceled(entry)) continue
    if (!hasRealTimes(entry)) {
      unreadable.push(nameOf(entry))
      continue
    }
    // A changed repetition is read with the entry that it repeats, if the file has that.
    if (isChange(entry) && series.has(uidOf(entry))) continue
    try {
      const exceptions = isChange(entry) ? [] : (changes.get(uidOf(entry)) ?? []).map(withStart)
      for (const date of closedDates(new ICAL.Event(entry, { exceptions }), period)) {
        dates.set(JSON.stringify(date), date)
      }
    } catch {
      unreadable.push(nameOf(entry))
    }
  }
  return { dates: [...dates.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1)), unreadable }
}

/** A file can have several calendars. */
function parsed(text: string): ICAL.Component[] {
  const found = ICAL.parse(text) as unknown[]
  return Array.isArray(found[0])
    ? found.map((each) => new ICAL.Component(each as unknown[]))
    : [new ICAL.Component(found)]
}

/** A value that the library can't parse, such as a rule, leaves out its entry rather than the whole file. */
function parse(text: string): { calendars: ICAL.Component[]; unreadable: string[] } {
  const unreadable: string[] = []
  try {
    return { calendars: parsed(text), unreadable }
  } catch {
    const rest = text.replace(ENTRY, (entry) => {
      try {
        parsed(entry)
        return entry
      } catch {
        unreadable.push(nameIn(entry))
        return ''
      }
    })
    return { calendars: parsed(rest), unreadable }
  }
}

/** The name of an entry that can't be parsed; empty if that can't either. */
function nameIn(entry: string): string {
  const line = /^SUMMARY[:;].*(\r?\n[ \t].*)*/im.exec(entry)?.[0] ?? 'SUMMARY:'
  try {
    return nameOf(parsed(`BEGIN:VEVENT\r\n${line}\r\nEND:VEVENT`)[0]!)
  } catch {
    return ''
  }
}

/** The library takes February 31 for March 3. Of a canceled repetition, only the original time counts. */
const hasRealTimes = (entry: ICAL.Component) =>
  isCanceled(entry) && isChange(entry)
    ? areReal(entry, ['recurrence-id'])
    : entry.hasProperty('dtstart') && areReal(entry, ['dtstart', 'dtend', 'recurrence-id', 'rdate', 'exdate'])

const areReal = (entry: ICAL.Component, properties: string[]) =>
  properties
    .flatMap((name) => entry.getAllProperties(name))
    .flatMap((property) => property.toJSON().slice(FIRST_VALUE))
    // A period is a pair.
    .every((value) => parseMoment([value].flat()[0]) !== null)

const isChange = (entry: ICAL.Component) => entry.hasProperty('recurrence-id')

/** A canceled repetition may have no start (RFC 5546), but the library needs one. */
function withStart(change: ICAL.Component): ICAL.Component {
  if (isCanceled(change)) {
    change.updatePropertyWithValue('dtstart', change.getFirstPropertyValue('recurrence-id')!)
  }
  return change
}

const uidOf = (entry: ICAL.Component) => String(entry.getFirstPropertyValue('uid'))

function closedDates(event: ICAL.Event, period: Period): DateOverride[] {
  const { timezone, today, last } = period
  return occurrencesOf(event, period).flatMap(({ item, start, end }) => {
    if (isCanceled(item.component)) return []
    const from = dateOf(start, timezone, 0)
    const to = dateOf(end, timezone, -1)
    if (to < today || from > last) return []
    return [{ from, to: to < from ? from : to, name: nameOf(item.component), slots: [] }]
  })
}

const nameOf = (event: ICAL.Component) =>
  String(event.getFirstPropertyValue('summary') ?? '')
    .trim()
    .slice(0, ruleLimits.overrideName)

const isCanceled = (event: ICAL.Component) =>
  String(event.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED'

interface Occurrence {
  item: ICAL.Event
  start: ZonedTime
  end: ZonedTime
}

interface ZonedTime {
  time: ICAL.Time
  /** Null if the file names no zone. */
  zoneName: string | null
}

/** Includes all repetitions of the period. */
function occurrencesOf(event: ICAL.Event, { timezone, today, last }: Period): Occurrence[] {
  const occurrence = (item: ICAL.Event, start: ICAL.Time, end: ICAL.Time): Occurrence => {
    const zoneName = zoneNameOf(item, 'dtstart')
    return {
      item,
      start: { time: start, zoneName },
      end: { time: end, zoneName: zoneNameOf(item, 'dtend') ?? zoneName },
    }
  }
  const changes = Object.values(event.exceptions)
  const replaced = new Set(changes.flatMap((item) => keysOf(item, event, timezone)))
  const isReplaced = (time: ICAL.Time) =>
    replaced.size > 0 && keysOfOccurrence(time, event, timezone).some((key) => replaced.has(key))
  const isFirst = (time: ICAL.Time) => time.compare(event.startDate) === 0
  const excludesFirst = (time: ICAL.Time) =>
    time.isDate ? writtenDate(time) === writtenDate(event.startDate) : isFirst(time)
  const found = [
    // Also those that the walk doesn't come by, which leaves out what they replace.
    ...changes.map((item) => occurrence(item, item.startDate, item.endDate)),
    // The walk leaves out the first one unless a rule repeats it.
    ...(isReplaced(event.startDate) || excludedTimes(event).some(excludesFirst)
      ? []
      : [occurrence(event, event.startDate, event.endDate)]),
  ]
  if (!event.isRecurring()) return found
  // Zones are up to 26 hours apart, at the start and at the end.
  const days = Math.ceil((event.duration.toSeconds() * 1000) / DAY) + 3
  const earliest = nearestDate(parseDate(today) - days)
  // All repetitions from one on can be moved.
  const ahead = changes.filter((item) => item.modifiesFuture()).map(daysAhead)
  const latest = nearestDate(parseDate(last) + Math.max(0, ...ahead))
  const repetitions = event.iterator()
  for (let count = 0; count < MAX_REPETITIONS; count += 1) {
    const next = repetitions.next() as ICAL.Time | undefined
    if (!next || writtenDate(next) > latest) return found
    // Most of them are past, and their details take much longer.
    if (changes.length === 0 && writtenDate(next) < earliest) continue
    if (isFirst(next) || isReplaced(next)) continue
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    found.push(occurrence(item, startDate, endDate))
  }
  throw new RangeError('Repeats too often')
}

const excludedTimes = ({ component }: ICAL.Event) =>
  component.getAllProperties('exdate').flatMap((property) => property.getValues() as ICAL.Time[])

/** By what a changed repetition finds the one that it replaces: the instant, the clock, or the day. */
function keysOf(change: ICAL.Event, series: ICAL.Event, timezone: string): string[] {
  const time = change.recurrenceId
  const zoned = { time, zoneName: zoneNameOf(change, 'recurrence-id') }
  if (!series.startDate.isDate && !time.isDate) return timeKeys(zoned, timezone)
  // Midnight in UTC is how some write a date.
  const isMidnight = time.hour === 0 && time.minute === 0
  return [`day ${isMidnight ? writtenDate(time) : dateOf(zoned, timezone, 0)}`]
}

function keysOfOccurrence(time: ICAL.Time, series: ICAL.Event, timezone: string): string[] {
  const day = `day ${writtenDate(time)}`
  if (time.isDate) return [day]
  return [day, ...timeKeys({ time, zoneName: zoneNameOf(series, 'dtstart') }, timezone)]
}

const timeKeys = (zoned: ZonedTime, timezone: string) => [
  `at ${instantOf(zoned, timezone)}`,
  `clock ${zoned.time.toString()}`,
]

/** Times lose the name of a zone that the file doesn't describe. */
const zoneNameOf = ({ component }: ICAL.Event, property: 'dtstart' | 'dtend' | 'recurrence-id') =>
  component.getFirstProperty(property)?.getFirstParameter('tzid') || null

/** Birthdays can be earlier than any date here: Apple writes 1604 for an unknown year. */
const writtenDate = ({ year, month, day }: ICAL.Time) => nearestDate(epochDayOf(year, month, day))

/** By how many days a changed repetition takes place before its original date. */
const daysAhead = ({ recurrenceId, startDate }: ICAL.Event) =>
  parseDate(writtenDate(recurrenceId)) - parseDate(writtenDate(startDate))

/** The date in the zone of a time, `ahead` milliseconds later: an end isn't part of its entry. */
function dateOf(zoned: ZonedTime, timezone: string, ahead: 0 | -1): string {
  const { time } = zoned
  if (time.isDate) return nearestDate(parseDate(writtenDate(time)) + ahead)
  return nearestDate(dayOf(zoneTable(timezone), instantOf(zoned, timezone) + ahead))
}

function instantOf({ time, zoneName }: ZonedTime, timezone: string): number {
  // Our own rules are newer than a file's. A time without a zone is the host's.
  const zone = time.zone?.tzid === 'UTC' ? 'UTC' : (zoneName ?? timezone)
  if (!isTimeZone(zone)) return time.toUnixTime() * 1000
  const clock = `${String(time.hour).padStart(2, '0')}:${String(time.minute).padStart(2, '0')}`
  return localDateTimeToInstant(writtenDate(time), clock, zoneTable(zone), 'start')
}
