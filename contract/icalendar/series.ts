import { DAY } from '../../availability/units.ts'
import type { Interval } from '../../availability/interval.ts'
import type { ZoneTable } from '../../availability/wall-time.ts'
import type { Budget } from './bounds.ts'
import type { EventPart } from './event-part.ts'
import { instantOf, type Length, type Moment, wallIn } from './moments.ts'
import { ruleWalls } from './recurrence.ts'

/** Clocks are at most a day apart. Walls are compared with this much to spare, and instants decide. */
const MARGIN = 2 * DAY

export type Occurrence = readonly [part: EventPart, start: Moment, duration: Length]

export interface SeriesLimits {
  /** Occurrences outside of it may be left out. */
  range: Interval
  /** Of recurrence rules. */
  steps: Budget
}

/** When the parts of a series, all with the same UID, take place, or would if they weren't canceled. */
export function* occurrencesOf(parts: readonly EventPart[], limits: SeriesLimits): Generator<Occurrence> {
  const overrides = newestOfEach(parts.filter(({ replaces }) => replaces))
  for (const master of newest(parts.filter(({ replaces }) => !replaces))) {
    yield* unreplaced(master, overrides, limits)
  }
  for (const override of overrides) yield [override, override.start, override.duration]
}

/** The occurrences of a series that no exception replaces, as the exceptions "this and future" change them. */
function* unreplaced(
  master: EventPart,
  overrides: readonly EventPart[],
  limits: SeriesLimits,
): Generator<Occurrence> {
  const { table } = master.start
  const skipped = new Set(
    [...master.excluded, ...overrides.map((override) => replacedIn(master, override))].flatMap((moment) =>
      keysOf(moment, master),
    ),
  )
  const changes = overrides
    .filter(({ replaces }) => replaces!.andFuture)
    .map((override) => ({ override, from: occurrenceWall(replacedIn(master, override), master) }))
    .toSorted((one, other) => one.from - other.from)
  const longest = Math.max(
    ...[master, ...changes.map(({ override }) => override)].map(({ duration }) => lengthMs(duration)),
  )
  const furthest = Math.max(0, ...changes.map((each) => Math.abs(each.override.start.wall - each.from)))
  const from = limits.range.start - longest - furthest - MARGIN
  const to = limits.range.end + furthest + MARGIN
  for (const [wall, ownLength] of starts(master, from, to, limits.steps)) {
    const moment = { wall, isDate: master.start.isDate, table }
    if (skipped.size > 0 && keysOfOccurrence(moment).some((key) => skipped.has(key))) continue
    const change = changes.findLast((each) => each.from <= wall)
    if (!change) yield [master, moment, ownLength ?? master.duration]
    else yield [change.override, moved(wall, change.from, change.override), change.override.duration]
  }
}

/** What an exception replaces. Without a zone, it is on the clock of the series, which needn't be the exception's. */
function replacedIn({ start }: EventPart, { replaces }: EventPart): Moment {
  const { moment } = replaces!
  return moment.isFloating ? { ...moment, table: start.table } : moment
}

/** As much later, on the clock, as the exception is later than the occurrence that it replaces. */
function moved(wall: number, from: number, { start }: EventPart): Moment {
  const later = wall + start.wall - from
  return { ...start, wall: start.isDate ? Math.floor(later / DAY) * DAY : later }
}

/** The walls at which occurrences begin, each once, with a duration where an RDATE has one. */
function* starts(
  master: EventPart,
  from: number,
  to: number,
  steps: Budget,
): Generator<readonly [number, Length | null]> {
  const { start, rules, dates } = master
  const { table, isDate } = start
  const seen = new Set<number>()
  const isNew = (wall: number, ms = 0) => wall + ms >= from && wall <= to && !seen.has(wall) && seen.add(wall)
  for (const { moment, duration } of dates) {
    steps.spend()
    const wall = occurrenceWall(moment, master)
    if (isNew(wall, duration ? lengthMs(duration) : 0)) yield [wall, duration]
  }
  if (isNew(start.wall)) yield [start.wall, null]
  for (const rule of rules) {
    const toInstant = (wall: number) => instantOf({ wall, isDate, table })
    for (const wall of ruleWalls(rule, start, { toInstant, from, to, steps })) {
      if (isNew(wall)) yield [wall, null]
    }
  }
}

/** Where a moment is among the occurrences of a series, whose kind (date or time) it may not have. */
function occurrenceWall(moment: Moment, { start }: EventPart): number {
  if (start.isDate) return dayIn(start.table, moment) * DAY
  return moment.isDate
    ? moment.wall + (start.wall - Math.floor(start.wall / DAY) * DAY)
    : wallIn(start.table, moment)
}

/** Midnight in UTC is how some write a date. */
const dayIn = (table: ZoneTable, moment: Moment) =>
  Math.floor((moment.wall % DAY === 0 ? moment.wall : wallIn(table, moment)) / DAY)

/** By what an EXDATE or RECURRENCE-ID finds its occurrence: the instant, the clock, or the day. */
function keysOf(moment: Moment, { start }: EventPart): string[] {
  if (start.isDate || moment.isDate) return [`day ${dayIn(start.table, moment)}`]
  return [`at ${instantOf(moment)}`, `wall ${wallIn(start.table, moment)}`]
}

function keysOfOccurrence(moment: Moment): string[] {
  const day = `day ${Math.floor(moment.wall / DAY)}`
  return moment.isDate ? [day] : [day, `at ${instantOf(moment)}`, `wall ${moment.wall}`]
}

const lengthMs = ({ days, ms }: Length) => Math.abs(days) * DAY + Math.abs(ms)

/** Several versions of a series: only the newest counts. */
function newest(masters: readonly EventPart[]): EventPart[] {
  const sequence = Math.max(...masters.map(({ revision }) => revision.sequence))
  return masters.filter(({ revision }) => revision.sequence === sequence)
}

/** Of several versions of an exception, the newest. */
function newestOfEach(overrides: readonly EventPart[]): EventPart[] {
  const byOccurrence = new Map<number, EventPart>()
  for (const override of overrides) {
    const key = instantOf(override.replaces!.moment)
    const known = byOccurrence.get(key)
    if (!known || !isNewer(known, override)) byOccurrence.set(key, override)
  }
  return [...byOccurrence.values()]
}

function isNewer({ revision: one }: EventPart, { revision: other }: EventPart): boolean {
  return one.sequence === other.sequence ? one.stamp > other.stamp : one.sequence > other.sequence
}
