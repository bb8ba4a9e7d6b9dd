import { DAY, HOUR } from '../../availability/units.ts'
import {
  type FindZone,
  instantOf,
  type Length,
  lengthOf,
  type Moment,
  readLength,
  readMoment,
} from './moments.ts'
import {
  filterProperties,
  findProperty,
  numberOf,
  paramOf,
  type ParsedComponent,
  type Property,
  textOf,
} from './properties.ts'

/** Of an event whose end can't be read: without a length, it would keep nobody busy. */
export const USUAL_LENGTH_MS = HOUR

/** One VEVENT: an event, a series, or an exception to a series. */
export interface EventPart {
  start: Moment
  /** DTEND counts by elapsed time, DURATION by the clock (RFC 5545, 3.8.5.3). */
  duration: Length
  rules: Property[]
  dates: ExtraDate[]
  excluded: Moment[]
  /** Which occurrence of the series it replaces, or from which one on; null for the series itself. */
  replaces: { moment: Moment; andFuture: boolean } | null
  /** Whether its length is a guess, or a further date is missing, because what it says can't be read. */
  isIncomplete: boolean
  isCanceled: boolean
  /** Whether it keeps nobody busy: canceled, marked free, or declined. */
  isFree: boolean
  isTentative: boolean
  isOutOfOffice: boolean
  /** Which of several versions is the newest. */
  revision: { sequence: number; stamp: string }
}

/** An RDATE. A period has an end of its own. */
interface ExtraDate {
  moment: Moment
  duration: Length | null
}

/**
 * Null if it has no usable start: without one, it isn't known when the event takes place. A canceled occurrence of a
 * series needs none.
 */
export function readEventPart(
  event: ParsedComponent,
  findZone: FindZone,
  self: ReadonlySet<string>,
): EventPart | null {
  const [replaced] = readMoments(event, 'recurrence-id', findZone)
  const status = textOf(event, 'status').toUpperCase()
  const isCanceled = status === 'CANCELLED'
  const start = readMoments(event, 'dtstart', findZone)[0] ?? (isCanceled ? replaced : undefined)
  if (!start) return null
  const findOwnZone = onClockOf(start, findZone)
  const range = findProperty(event, 'recurrence-id')
  const shownAs = textOf(event, 'x-microsoft-cdo-busystatus').toUpperCase()
  const answer = answerOf(event, self)
  const isTransparent = textOf(event, 'transp').toUpperCase() === 'TRANSPARENT'
  const length = readGivenLength(event, start, findOwnZone)
  const isGuess = length === null && hasLength(event)
  const dates = readDates(event, start, findOwnZone)
  return {
    start,
    duration: usedLength(length ?? { days: 0, ms: isGuess ? USUAL_LENGTH_MS : 0 }, start),
    rules: filterProperties(event, 'rrule'),
    dates: dates.filter((date) => date !== null),
    excluded: readMoments(event, 'exdate', findOwnZone),
    // One that can't be read must not count as a newer version of the whole series.
    replaces: range
      ? { moment: replaced ?? start, andFuture: paramOf(range, 'range').toUpperCase() === 'THISANDFUTURE' }
      : null,
    isIncomplete: isGuess || dates.includes(null),
    isCanceled,
    isFree:
      isCanceled ||
      isTransparent ||
      shownAs === 'FREE' ||
      shownAs === 'WORKINGELSEWHERE' ||
      answer === 'DECLINED',
    isTentative: status === 'TENTATIVE' || shownAs === 'TENTATIVE' || answer === 'TENTATIVE',
    isOutOfOffice: shownAs === 'OOF',
    revision: { sequence: numberOf(event, 'sequence') ?? 0, stamp: textOf(event, 'dtstamp') },
  }
}

const readMoments = (event: ParsedComponent, name: string, findZone: FindZone): Moment[] =>
  filterProperties(event, name).flatMap((property) =>
    property.values.flatMap((value) => readMoment(value, property, findZone) ?? []),
  )

function readGivenLength(event: ParsedComponent, start: Moment, findZone: FindZone): Length | null {
  const [end] = readMoments(event, 'dtend', findZone)
  return end ? lengthBetween(start, end) : readLength(findProperty(event, 'duration')?.values[0])
}

/** Some write a zone, or that it is UTC, at the start alone. */
const onClockOf =
  ({ table }: Moment, findZone: FindZone): FindZone =>
  (tzid) =>
    tzid === '' ? table : findZone(tzid)

/** Half an event may have had one. */
const hasLength = (event: ParsedComponent) =>
  event.isCut || ['dtend', 'duration'].some((name) => findProperty(event, name))

/** All-day events last whole days, and at least one. */
const usedLength = (length: Length, { isDate }: Moment): Length => (isDate ? wholeDays(length) : length)

const wholeDays = ({ days, ms }: Length): Length => ({ days: Math.max(1, Math.ceil(days + ms / DAY)), ms: 0 })

function lengthBetween(start: Moment, end: Moment): Length {
  if (start.isDate && end.isDate) return lengthOf((end.wall - start.wall) / DAY, 0)
  return lengthOf(0, Math.max(0, instantOf(end) - instantOf(start)))
}

/** Null in place of one that can't be read. */
function readDates(event: ParsedComponent, start: Moment, findZone: FindZone): (ExtraDate | null)[] {
  return filterProperties(event, 'rdate').flatMap((property) => {
    const values = property.values.length > 0 ? property.values : [null]
    return values.map((value) => readExtraDate(value, property, start, findZone))
  })
}

/** jCal has a period as a pair: its start, and its end or duration. */
function readExtraDate(
  value: unknown,
  property: Property,
  start: Moment,
  findZone: FindZone,
): ExtraDate | null {
  const [first, last] = Array.isArray(value) ? (value as unknown[]) : [value]
  const moment = readMoment(first, property, findZone)
  if (!moment) return null
  const length = last === undefined ? null : periodLength(moment, last, property, findZone)
  return { moment, duration: length && usedLength(length, start) }
}

export function periodLength(
  start: Moment,
  last: unknown,
  property: Property,
  findZone: FindZone,
): Length | null {
  const end = readMoment(last, property, onClockOf(start, findZone))
  return end ? lengthBetween(start, end) : readLength(last)
}

/**
 * What the host answered to an invitation: `ACCEPTED`, `DECLINED`, `TENTATIVE`; empty if it isn't one or isn't clear.
 */
function answerOf(event: ParsedComponent, self: ReadonlySet<string>): string {
  const answers = filterProperties(event, 'attendee')
    .filter((attendee) => {
      const address = String(attendee.values[0]).replace(/^mailto:/i, '')
      return [address, paramOf(attendee, 'email')].some((each) => self.has(each.trim().toLowerCase()))
    })
    .map((attendee) => paramOf(attendee, 'partstat').toUpperCase())
  return answers.every((answer) => answer === answers[0]) ? (answers[0] ?? '') : ''
}
