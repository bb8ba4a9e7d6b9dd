import { createHash } from 'node:crypto'
import { DAY } from '../../../availability/units.ts'
import type { Interval } from '../../../availability/interval.ts'
import type { ZoneTable } from '../../../availability/zone-table.ts'
import { lowerCase, zoneTable } from '../../../contract/time/time-zones.ts'
import type { CalendarEntry, UnreadableEntry } from '../../adapters/calendar-provider.ts'
import {
  Budget,
  MAX_BUSY_TIMES,
  MAX_COMPONENTS,
  MAX_FILE_LENGTH,
  MAX_STEPS,
  Unreadable,
} from '../../../contract/icalendar/bounds.ts'
import { BusyTimes, type Limits } from './busy-times.ts'
import { readComponents } from '../../../contract/icalendar/components.ts'
import { type EventPart, readEventPart } from '../../../contract/icalendar/event-part.ts'
import { addFreeBusy } from './free-busy.ts'
import { endOf, type FindZone, instantOf } from '../../../contract/icalendar/moments.ts'
import { createZoneObserver } from '../../../contract/icalendar/observances.ts'
import {
  numberOf,
  type ParsedComponent,
  parseComponent,
  textOf,
} from '../../../contract/icalendar/properties.ts'
import { isReadableRule } from '../../../contract/icalendar/recurrence.ts'
import { occurrencesOf } from '../../../contract/icalendar/series.ts'
import { unreadableEvent } from './unreadable.ts'
import {
  calendarZone,
  type KnownZones,
  namedClock,
  tableOf,
  zoneFinder,
  zoneNames,
} from '../../../contract/icalendar/zones.ts'

/** An iCalendar text. With an id, all of it is one entry; without, it is a feed with an entry per UID. */
export interface CalendarFile {
  id: string | null
  text: string
}

export interface ReadOptions {
  range: Interval
  /** IANA name of the calendar's zone, unless a feed names its own. */
  timeZone: string
  /** The host's email addresses, by which their answers to invitations are found. */
  self: readonly string[]
}

export interface ReadEntries {
  entries: CalendarEntry[]
  /** The events without a usable start, a usable rule, a known zone or an end of their own. */
  unreadable: UnreadableEntry[]
  /** What a feed calls itself. */
  name: string | null
  /** The zone that a feed names, or that most of its events are in. */
  timeZone: string | null
}

interface ParsedFile {
  id: string | null
  calendars: ParsedComponent[]
}

const MAX_TITLE_LENGTH = 300
const MAX_UID_LENGTH = 500
const ZONE_MARGIN_MS = 366 * DAY

/** The first half of reading: which zones the files name. */
export function parseFiles(files: readonly CalendarFile[], { timeZone }: ReadOptions) {
  const components = new Budget(MAX_COMPONENTS)
  const parsed = files.map(({ id, text }): ParsedFile => {
    if (text.length > MAX_FILE_LENGTH) throw new Unreadable('too_large')
    return { id, calendars: readComponents(text, components).map(parseComponent) }
  })
  return {
    parsed,
    names: zoneNames(
      parsed.flatMap(({ calendars }) => calendars),
      timeZone,
    ),
  }
}

/** The second half, with our rules for those zones. */
export function readFiles(
  parsed: readonly ParsedFile[],
  known: KnownZones,
  { range, timeZone, self }: ReadOptions,
): ReadEntries {
  const limits: Limits = { range, steps: new Budget(MAX_STEPS), busyTimes: new Budget(MAX_BUSY_TIMES) }
  const addresses = new Set(self.map((address) => address.toLowerCase()))
  const rules = known.get(lowerCase(timeZone))
  const fallback = rules ? tableOf(rules) : zoneTable('UTC')
  const observe = createZoneObserver(range.end + ZONE_MARGIN_MS, limits.steps)
  const feeds = parsed.filter(({ id }) => id === null).flatMap(({ calendars }) => calendars)
  const unreadable: UnreadableEntry[] = []
  const read = (id: string, items: readonly Item[]) => {
    const entry = entryOf(id, items, limits)
    const guessed = items.find(({ hasUnknownZone }) => hasUnknownZone)
    if (guessed && entry.busy.length > 0) unreadable.push(unreadableEvent(id, guessed.component))
    return entry
  }
  const entries = parsed.flatMap(({ id, calendars }) => {
    const before = unreadable.length
    const items = calendars.flatMap((calendar) => {
      const zone = id === null ? calendarZone(calendar, known) : null
      const own = zone ? tableOf(zone) : fallback
      const findNamed = zoneFinder(calendar, own, known, observe)
      const named = id === null ? namedClock(calendar, findNamed) : undefined
      const find = (tzid: string) => (tzid === '' && named !== undefined ? named : findNamed(tzid))
      const found = readItems(calendar, own, find, addresses)
      unreadable.push(...found.broken.map((event) => unreadableEvent(id ?? entryId(event), event)))
      return found.items
    })
    // One of which nothing can be read keeps what was known of it.
    if (id !== null) return items.length === 0 && unreadable.length > before ? [] : [read(id, items)]
    return byUid(items)
      .map((each) => read(entryId(each[0]!.component), each))
      .filter(({ busy }) => busy.length > 0)
  })
  return {
    entries,
    unreadable,
    name:
      feeds
        .map((calendar) => textOf(calendar, 'x-wr-calname') || textOf(calendar, 'name'))
        .find(Boolean)
        ?.slice(0, MAX_TITLE_LENGTH)
        .toWellFormed() ?? null,
    timeZone: feeds.flatMap((calendar) => calendarZone(calendar, known)?.timeZone ?? [])[0] ?? null,
  }
}

/** A component of a calendar that can keep its host busy. */
interface Item {
  component: ParsedComponent
  findZone: FindZone
  /** Null for VFREEBUSY. */
  part: EventPart | null
  /** Whether its times are on a clock that nobody here knows, and so are read on the calendar's. */
  hasUnknownZone: boolean
}

/** A broken event is kept apart: it must not hide the others. One that can't be repeated counts at its start. */
function readItems(
  calendar: ParsedComponent,
  own: ZoneTable,
  findKnown: (tzid: string) => ZoneTable | null,
  self: ReadonlySet<string>,
) {
  const read: { items: Item[]; broken: ParsedComponent[] } = { items: [], broken: [] }
  const unknown = new Set<string>()
  const findZone = (tzid: string) => {
    const table = findKnown(tzid)
    if (table === null) unknown.add(tzid)
    return table ?? own
  }
  for (const component of calendar.children) {
    unknown.clear()
    const part = component.kind === 'VEVENT' ? readEventPart(component, findZone, self) : null
    const hasUnknownZone = unknown.size > 0 && part?.isFree === false
    if (part || component.kind === 'VFREEBUSY') read.items.push({ component, findZone, part, hasUnknownZone })
    const isBroken = component.isCut || (part ? lacksTimes(part) : component.kind === 'VEVENT')
    if (isBroken && part?.isFree !== true) read.broken.push(component)
  }
  return read
}

const lacksTimes = ({ rules, start, isIncomplete }: EventPart) =>
  isIncomplete || rules.some((rule) => !isReadableRule(rule, start))

function byUid(items: readonly Item[]): Item[][] {
  const groups = Map.groupBy(items, ({ component }) => uidOf(component) ?? entryId(component))
  return [...groups.values()]
}

const uidOf = (component: ParsedComponent) => boundedUid(textOf(component, 'uid'))

/** Where a file has no id for an entry, it is made of the UID, or of everything if there is none. */
function entryId(component: ParsedComponent): string {
  return digest(uidOf(component) ?? JSON.stringify(component.properties))
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

const boundedUid = (uid: string) => (uid.length > MAX_UID_LENGTH ? digest(uid) : uid || null)

function entryOf(id: string, items: readonly Item[], limits: Limits): CalendarEntry {
  const parts = items.flatMap(({ part }) => part ?? [])
  const main = items.find(({ part }) => part && !part.replaces) ?? items[0]
  const [only] = parts
  const isSingle = parts.length === 1 && only!.rules.length + only!.dates.length === 0 && !only!.start.isDate
  // A guess must not move the entry's booking.
  const isGuessed = items.some(
    ({ hasUnknownZone, component, part }) => hasUnknownZone || component.isCut || part?.isIncomplete,
  )
  const startAt = isSingle && !isGuessed ? instantOf(only!.start) : null
  const busy = new BusyTimes(limits)
  for (const [part, start, duration] of occurrencesOf(parts, limits)) {
    if (!part.isFree) busy.add(start, duration, part)
  }
  for (const { component, findZone, part } of items) if (!part) addFreeBusy(component, findZone, busy)
  return {
    id,
    uid: main ? uidOf(main.component) : null,
    title: main ? textOf(main.component, 'summary').slice(0, MAX_TITLE_LENGTH).toWellFormed() : '',
    isCanceled: parts.length > 0 && parts.every(({ isCanceled }) => isCanceled),
    startAt,
    endAt: startAt === null ? null : Math.max(startAt, endOf(only!.start, only!.duration)),
    busy: busy.list(),
    bookingSequence: main ? numberOf(main.component, 'x-boomtime-sequence') : null,
    conferenceUrl: null,
    hasFailedConference: false,
  }
}
