import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { OffsetChange, ZoneRules } from '../../availability/zone-rules.ts'
import { concludeYearlyRules } from './compact-rules.ts'
import { isRelease, MAX_TIME, MIN_TIME, type ZoneData, type ZoneDataSource } from './zone-data.ts'

/** Only the data is used, none of the package's code. */
const DATA = 'moment-timezone/data/packed/latest.json'
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX'
const LONGEST_OFFSET_MINUTES = 26 * 60

interface Packed {
  version: string
  zones: string[]
  links: string[]
  countries: string[]
}

/** The data package among this project's dependencies. */
export function packagedZones(file?: string): ZoneDataSource {
  let packed: Packed | null = null
  let path = file ?? DATA
  let problem: unknown = null
  try {
    path = file ?? createRequire(import.meta.url).resolve(DATA)
    packed = parsePacked(readFileSync(path, 'utf8'))
  } catch (error) {
    problem = error
  }
  return {
    source: 'package',
    origin: path,
    release: packed?.version ?? null,
    load: () => {
      if (!packed) throw problem
      return unpack(packed)
    },
  }
}

function parsePacked(text: string): Packed {
  const data = JSON.parse(text) as Partial<Packed> | null
  const { version, zones, links, countries } = data ?? {}
  if (typeof version !== 'string' || !isRelease(version)) throw new Error('no release')
  for (const list of [zones, links, countries]) {
    if (!Array.isArray(list) || list.length === 0 || list.some((line) => typeof line !== 'string')) {
      throw new Error('a list is missing')
    }
  }
  return data as Packed
}

function unpack(packed: Packed): ZoneData {
  const zones = new Map(packed.zones.map((line) => [line.slice(0, line.indexOf('|')), line]))
  const aliases = new Map(packed.links.map((line) => line.split('|', 2).toReversed() as [string, string]))
  return {
    names: [...zones.keys()],
    aliases,
    countries: countriesOf(packed.countries, aliases),
    read: (name) => unpackZone(zones.get(name)!, name),
  }
}

/**
 * Each country lists its own zones and, before them, those whose rules they share: `NL|Europe/Brussels
 * Europe/Amsterdam`. Only its own ones are wanted.
 */
function countriesOf(lines: readonly string[], aliases: ReadonlyMap<string, string>) {
  const zoneOf = (name: string) => aliases.get(name) ?? name
  return new Map(
    lines.map((line) => {
      const [country = '', list = ''] = line.split('|')
      const names = list.split(' ').filter(Boolean)
      const lastOfZone = new Map(names.map((name) => [zoneOf(name), name]))
      return [country, names.filter((name) => lastOfZone.get(zoneOf(name)) === name)]
    }),
  )
}

/** `Name|abbreviations|offsets|index of each offset|minutes between changes|population`, numbers to the base of 60. */
function unpackZone(line: string, timeZone: string): ZoneRules {
  const [, , offsetList = '', indexes = '', differences = ''] = line.split('|')
  const offsets = offsetList.split(' ').map(numberOf)
  // The format counts minutes behind UTC.
  const seconds = Array.from(indexes, (digit) => {
    const minutes = offsets[DIGITS.indexOf(digit)]
    if (minutes === undefined || Math.abs(minutes) > LONGEST_OFFSET_MINUTES)
      throw new Error('unreadable offset')
    return 0 - Math.round(minutes * 60)
  })
  const minutesBetween = differences.split(' ').filter(Boolean).map(numberOf)
  if (seconds.length !== minutesBetween.length + 1) throw new Error('unreadable changes')
  let at = 0
  const changes = minutesBetween.map((minutes, index): OffsetChange => {
    if (index > 0 && minutes <= 0) throw new Error('unreadable changes')
    at += minutes
    const time = Math.round(at * 60)
    if (time < MIN_TIME || time > MAX_TIME) throw new Error('unreadable changes')
    return [time, seconds[index + 1]!]
  })
  return concludeYearlyRules({ timeZone, offset: seconds[0]!, changes, yearly: [] })
}

const VALUES = new Map(Array.from(DIGITS, (digit, value) => [digit, value]))

function numberOf(text: string): number {
  const isNegative = text.startsWith('-')
  let value = text.length > (isNegative ? 1 : 0) ? 0 : Number.NaN
  let unit = 0
  for (let index = isNegative ? 1 : 0; index < text.length; index += 1) {
    const digit = text[index]!
    if (digit === '.' && unit === 0) unit = 1
    else if (unit === 0) value = value * 60 + (VALUES.get(digit) ?? Number.NaN)
    else {
      unit /= 60
      value += (VALUES.get(digit) ?? Number.NaN) * unit
    }
  }
  if (Number.isNaN(value)) throw new Error(`unreadable number "${text}"`)
  return isNegative ? -value : value
}
