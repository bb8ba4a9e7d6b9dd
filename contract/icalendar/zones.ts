import { findIana } from 'windows-iana'
import type { ZoneRules } from '../../availability/zone-rules.ts'
import { createZoneTable, type ZoneTable } from '../../availability/zone-table.ts'
import { lowerCase } from '../time/time-zones.ts'
import { MAX_ZONES, Unreadable } from './bounds.ts'
import { findProperty, paramOf, type ParsedComponent, textOf } from './properties.ts'

/** IANA names with our rules for them, in lower case. */
export type KnownZones = ReadonlyMap<string, ZoneRules>

/** The rules that a file's own VTIMEZONE describes; null if it isn't usable. */
export type ObserveZone = (definition: ParsedComponent) => ZoneRules | null

const tables = new WeakMap<ZoneRules, ZoneTable>()

/** The same table for the same rules, in whatever file. */
export function tableOf(rules: ZoneRules): ZoneTable {
  const table = tables.get(rules) ?? createZoneTable(rules)
  tables.set(rules, table)
  return table
}

const MAX_NAME_LENGTH = 200
const MAX_OFFSET_SECONDS = 14 * 3600

/** The names by which our own rules may know the zones of calendars. */
export function zoneNames(calendars: readonly ParsedComponent[], timeZone: string): string[] {
  const locations = calendars.flatMap(({ children }) =>
    children.map((child) => textOf(child, 'x-lic-location')),
  )
  const tzids = [...calendars.flatMap(calendarTzids), ...calendars.flatMap(eventTzids)]
  const all = new Set([timeZone, ...locations, ...tzids])
  if (all.size > MAX_ZONES) throw new Unreadable('too_complex')
  return [...new Set([...all].flatMap(namesOf))]
}

const eventTzids = ({ children }: ParsedComponent) =>
  children.flatMap(({ properties }) => properties.map((property) => paramOf(property, 'tzid')))

const calendarTzids = (calendar: ParsedComponent) =>
  ['x-wr-timezone', 'timezone-id'].map((name) => textOf(calendar, name))

/**
 * What a TZID may be an IANA name for: itself, a zone of Windows, or the end of a path such as
 * `/freeassociation.sourceforge.net/Europe/Berlin`, perhaps in quotes or with spaces for underscores. Outlook numbers
 * zones of one name, `Eastern Standard Time 1`, and leaves some of them undefined.
 */
export const namesOf = (tzid: string): string[] =>
  namesWithEnds(tzid.replace(/( standard time) \d{1,3}$/i, '$1'), [3, 2, 1])

/** `counts`: of how many parts the ends of a path are. */
function namesWithEnds(tzid: string, counts: readonly number[]): string[] {
  const name = tzid.replaceAll('"', '').trim()
  if (name === '' || name.length > MAX_NAME_LENGTH) return []
  const path = name
    .replaceAll(' ', '_')
    .split('/')
    .filter((part) => part !== '')
  const ends = name.includes('/') ? counts.map((count) => path.slice(-count).join('/')) : []
  // The others are the zones of single countries.
  const [main] = findIana(windowsSpelling(name))
  return [...new Set([name, ...(main ? [main] : []), ...ends])]
}

const WINDOWS_WORDS = /\b(standard time|daylight time)$/i
const SHOWN_WORDS = /^(?:\(.*?\) )?(\w+) time \((?:us (?:&|and) )?canada\)$/i

/**
 * Exchange writes `W. Europe Standard Time`, some clients its lower case or its summer form, and others what Windows
 * shows: `(UTC-05:00) Eastern Time (US & Canada)`.
 */
const windowsSpelling = (name: string) =>
  name.replace(SHOWN_WORDS, '$1 Standard Time').replace(WINDOWS_WORDS, 'Standard Time')

/**
 * The zone that a calendar's own clock follows: what it says, or else where most of its events are. Null without
 * either.
 */
export function calendarZone(calendar: ParsedComponent, known: KnownZones): ZoneRules | null {
  const tzids = [...calendarTzids(calendar), ...startTzids(calendar)]
  return tzids.flatMap((tzid) => knownRules(tzid, known) ?? [])[0] ?? null
}

/** Where a calendar's own clock is, if it says so: undefined if it doesn't, null if nobody knows that zone. */
export function namedClock(
  calendar: ParsedComponent,
  findZone: (tzid: string) => ZoneTable | null,
): ZoneTable | null | undefined {
  const clocks = calendarTzids(calendar).flatMap((tzid) => (tzid === '' ? [] : [findZone(tzid)]))
  return clocks.find((clock) => clock !== null) ?? clocks[0]
}

/** Of the events' starts, the most frequent first. */
function startTzids({ children }: ParsedComponent): string[] {
  const starts = children.flatMap((child) =>
    child.kind === 'VEVENT' ? (findProperty(child, 'dtstart') ?? []) : [],
  )
  const byTzid = Map.groupBy(starts, (start) => paramOf(start, 'tzid'))
  return [...byTzid].toSorted(([, some], [, others]) => others.length - some.length).map(([tzid]) => tzid)
}

/**
 * Finds the zones of one calendar's TZIDs. Our own rules for a name win over the file's, which may be outdated or
 * wrong; the file's are used for names that only it knows, and for names of a fixed offset such as `EST`, which some
 * programs give to zones with summer time. Null for a TZID that says nothing.
 */
export function zoneFinder(
  calendar: ParsedComponent,
  own: ZoneTable,
  known: KnownZones,
  observe: ObserveZone,
): (tzid: string) => ZoneTable | null {
  const found = new Map<string, ZoneTable | null>([['', own]])
  return (tzid) => {
    const before = found.get(tzid)
    const table = before === undefined ? findTable(tzid) : before
    found.set(tzid, table)
    return table
  }

  function findTable(tzid: string): ZoneTable | null {
    const definition = calendar.children.find(
      (child) => child.kind === 'VTIMEZONE' && isSameName(textOf(child, 'tzid'), tzid),
    )
    // `Office/UTC` is likely a name of the file's own.
    const named = rulesNamed(namesWithEnds(tzid, [3, 2]), known)
    if (named && !isFixed(tzid, named)) return tableOf(named)
    const defined =
      definition && (knownRules(textOf(definition, 'x-lic-location'), known) ?? observe(definition))
    const rules = defined ?? knownRules(tzid, known) ?? offsetRules(tzid)
    return rules ? tableOf(rules) : null
  }
}

/** Some write quotes around it where they define it, which no parameter contains, or another case. */
const isSameName = (one: string, other: string) => plainName(one) === plainName(other)

const plainName = (tzid: string) => lowerCase(tzid.replaceAll('"', '').trim())

/** Of a name such as `GMT-0500` or `UTC+5:30`. */
function offsetRules(tzid: string): ZoneRules | null {
  const [, sign, hours, minutes = 0] = /^(?:GMT|UTC)? ?([+-])(\d\d?)(?::?(\d\d))?$/i.exec(tzid.trim()) ?? []
  if (sign === undefined) return null
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60
  return Math.abs(offset) <= MAX_OFFSET_SECONDS ? { timeZone: tzid, offset, changes: [], yearly: [] } : null
}

/** An abbreviation such as `EST` is an old name of a place, which had other offsets long ago. */
const isFixed = (tzid: string, { changes, yearly }: ZoneRules) =>
  yearly.length === 0 && (changes.length === 0 || /^[a-z]{3}$/i.test(tzid.trim()))

const knownRules = (tzid: string, known: KnownZones) => rulesNamed(namesOf(tzid), known)

const rulesNamed = (names: readonly string[], known: KnownZones): ZoneRules | undefined =>
  names.flatMap((name) => known.get(lowerCase(name)) ?? [])[0]
