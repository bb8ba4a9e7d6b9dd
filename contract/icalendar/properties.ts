import ICAL from 'ical.js'
import { DAY } from '../../availability/units.ts'
import { nameOf, type RawComponent } from './components.ts'

/** A property as jCal (RFC 7265) has it. */
export interface Property {
  name: string
  params: Readonly<Record<string, string | readonly string[] | undefined>>
  /** `date`, `date-time`, `period`, `recur`, `text` and so on. */
  type: string
  values: readonly unknown[]
}

/** A component whose lines are parsed. What a malformed line is about has no value. */
export interface ParsedComponent {
  kind: string
  properties: Property[]
  isCut: boolean
  children: ParsedComponent[]
}

export function parseComponent({ kind, lines, isCut, children }: RawComponent): ParsedComponent {
  return {
    kind,
    isCut,
    properties: lines.filter((line) => !EMPTY_LIST.test(line)).map(parseProperty),
    children: children.map(parseComponent),
  }
}

const EMPTY_LIST = /^(RDATE|EXDATE)\b[^:]*:[\s,]*$/i

function parseProperty(line: string): Property {
  try {
    const [name, params, type, ...values] = ICAL.parse.property(corrected(line)) as [
      string,
      Property['params'],
      string,
      ...unknown[],
    ]
    return { name, params, type, values }
  } catch {
    return { name: nameOf(line).toLowerCase(), params: {}, type: 'unknown', values: [] }
  }
}

const isRule = (line: string) => /^RRULE\b/i.test(line)

const MAX_CORRECTED_LENGTH = 1000
const UNQUOTED_ZONE = /;TZID=(?=[^":;]*:[^";]*:)([^";]*)(:[\dTZ,]+)$/i

/**
 * Mends what some clients get wrong: lower case, spaces and empty parts in rules, lists that end with a comma, times
 * with dashes and colons, an offset or fractions of seconds, midnight as 24:00, and colons in zone names without quotes.
 */
function corrected(line: string): string {
  if (isRule(line)) return correctedTimes(correctedRule(line.toUpperCase()))
  const timed = HAS_TIMES.test(line) ? correctedTimes(line) : line
  return timed.length > MAX_CORRECTED_LENGTH ? timed : timed.replace(UNQUOTED_ZONE, ';TZID="$1"$2')
}

/** The properties with times, of which ical.js drops whatever follows the seconds, unless it is a `Z`. */
const HAS_TIMES = /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE|FREEBUSY)\b/i
const correctedTimes = (line: string) =>
  line
    .replace(LIST_END, '')
    .replaceAll(
      ISO_TIME,
      (_, date: string, time = '', zone = '') => `${date.replaceAll('-', '')}${compactTime(time)}${zone}`,
    )
    .replaceAll(END_OF_DAY, startOfNext)
    .replaceAll(OFFSET_TIME, inUtc)

/** From its start on: from each of its characters, a long one would take minutes. */
const LIST_END = /(?<![\s,])[\s,]+$/

/** In rules, spaces are left out already. What follows a time must not be dropped: it may be the name of a zone. */
const ISO_TIME =
  /(?<=[:=,/])(\d{4}-\d\d-\d\d)(?:[T ]?(\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(z|[+-]\d\d:?\d\d)?)?(?=\s*(?:[,/;]|$))/gi
const compactTime = (time: string) => time && `T${time.replaceAll(':', '')}`

const END_OF_DAY = /(\d{4})(\d\d)(\d\d)T2400(?:00)?(?!\d)/gi

/** A day that doesn't exist, or the last one of the years of four digits, is left as it is. */
function startOfNext(written: string, year: string, month: string, day: string): string {
  const date = `${year}-${month}-${day}`
  const at = Date.parse(`${date}T24:00:00Z`)
  const isReal = !Number.isNaN(at) && new Date(at - DAY).toISOString().startsWith(date)
  const next = isReal ? new Date(at).toISOString() : ''
  return /^\d{4}-/.test(next) ? `${next.slice(0, 10).replaceAll('-', '')}T000000` : written
}

const OFFSET_TIME = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?:(\d\d)(?:\.\d+)?)?(?:z|([+-]\d\d):?(\d\d))/gi

/** A time that doesn't exist, or that isn't within the years of four digits, is left as it is. */
function inUtc(written: string, ...parts: string[]): string {
  const [year, month, day, hour, minute, second = '00', hours = '+00', minutes = '00'] = parts
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}.000`
  const at = Date.parse(`${wall}${hours}:${minutes}`)
  const isReal = !Number.isNaN(at) && new Date(`${wall}Z`).toISOString() === `${wall}Z`
  const utc = isReal ? new Date(at).toISOString() : ''
  // Other years have a sign and six digits.
  return /^\d{4}-/.test(utc) ? utc.replaceAll(/-|:|\.000/g, '') : written
}

/** Without spaces, empty items of lists and empty parts, which would leave only the first occurrence of a series. */
const correctedRule = (line: string) =>
  line
    .replaceAll(/\s/g, '')
    .replaceAll(/(?<=[=,]),+|,+(?=;|$)/g, '')
    .replaceAll(/([:;])[A-Z]+=(?=;|$)/g, '$1')

export const findProperty = ({ properties }: ParsedComponent, name: string): Property | undefined =>
  properties.find((property) => property.name === name)

export const filterProperties = ({ properties }: ParsedComponent, name: string): Property[] =>
  properties.filter((property) => property.name === name)

/** The text of a property without characters that a database refuses; empty if there is none. */
export function textOf(component: ParsedComponent, name: string): string {
  const { type, values: [value] = [] } = findProperty(component, name) ?? {}
  if (typeof value !== 'string') return ''
  // Of properties that RFC 5545 doesn't list, ical.js leaves the value as it is.
  const text =
    type === 'unknown'
      ? value.replaceAll(/\\([\\;,nN])/g, (_, escaped: string) =>
          escaped.toLowerCase() === 'n' ? ' ' : escaped,
        )
      : value
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()
}

export function paramOf({ params }: Property, name: string): string {
  const value = params[name]
  return typeof value === 'string' ? value : ''
}

/** A whole number from 0; null if there is none. */
export function numberOf(component: ParsedComponent, name: string): number | null {
  const value = Number(findProperty(component, name)?.values[0])
  return Number.isSafeInteger(value) && value >= 0 && value < 2 ** 31 ? value : null
}
