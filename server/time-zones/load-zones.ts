import type { ZoneRules } from '../../availability/zone-rules.ts'
import { type FindZoneRules, lowerCase } from '../../contract/time/time-zones.ts'
import { packagedZones } from './packaged-zones.ts'
import { runtimeZones } from './runtime-zones.ts'
import { systemZones } from './system-zones.ts'
import { compareReleases, type ZoneData, type ZoneDataSource, type ZoneSourceName } from './zone-data.ts'

/** The rules that this process uses, all from one release except for zones that it lacks. */
export interface Zones {
  /** Such as `2026f`. */
  release: string
  source: ZoneSourceName
  find: FindZoneRules
  /** The zones that people can choose, by name. */
  choices: readonly ZoneChoice[]
  /** Every other name, and a zone with the same rules, which is a choice or its own. */
  aliases: ReadonlyMap<string, string>
}

export interface ZoneChoice {
  /** IANA. */
  name: string
  /** ISO 3166-1 alpha-2. Usually one; none for `UTC` and for zones that only the runtime knows. */
  countries: readonly string[]
}

type Warn = (message: string) => void

/** Every copy of the time zone database on this machine. Of the same release, the first one is used. */
export const zoneSources = (directory: string): ZoneDataSource[] => [
  packagedZones(),
  systemZones(directory),
  runtimeZones(),
]

interface Loaded extends ZoneDataSource {
  data: ZoneData
  names: ReadonlyMap<string, Name>
  /** A name by its lower-case form. */
  lookUp: (key: string) => Name | undefined
}

interface Name {
  spelling: string
  /** The zone whose rules apply. */
  zone: string
}

/**
 * The newest readable one of the sources. An unreadable one is skipped with a warning.
 * @throws Error if none can be read.
 */
export function loadZones(sources: readonly ZoneDataSource[], warn: Warn): Zones {
  const newestFirst = sources.toSorted((one, other) => compareReleases(other.release, one.release))
  const loaded: Loaded[] = []
  const unread: ZoneDataSource[] = []
  for (const source of newestFirst) {
    // Reading all of the system's files takes a while, so it is done only if they are the newest or a zone needs them.
    if (loaded.length > 0 && source.source === 'system') unread.push(source)
    else loaded.push(...load(source, warn))
  }
  const [main] = loaded
  if (!main) throw new Error('No time zone data can be read')
  const { release, source } = main
  const choices = listChoices(loaded)
  const aliases = listAliases(loaded, choices)
  return { release: release ?? 'unknown', source, find: finder(loaded, unread, warn), choices, aliases }
}

/** Nothing if it can't be read. */
function load(source: ZoneDataSource, warn: Warn): Loaded[] {
  try {
    const data = source.load()
    const names = new Map<string, Name>(
      data.names.map((name) => [lowerCase(name), { spelling: name, zone: name }]),
    )
    for (const [alias, zone] of data.aliases) {
      if (!names.has(lowerCase(alias)) && names.has(lowerCase(zone))) {
        names.set(lowerCase(alias), { spelling: alias, zone })
      }
    }
    const recognize = (key: string) => {
      const name = data.recognize?.(key)
      return name === undefined ? undefined : { spelling: name, zone: name }
    }
    return [{ ...source, data, names, lookUp: (key) => names.get(key) ?? recognize(key) }]
  } catch (error) {
    warn(`Skipped the time zone data of the ${source.source} (${source.origin}): ${messageOf(error)}`)
    return []
  }
}

/** Looks in the newest source first. A zone that it lacks may be an alias, by another source, of one that it has. */
function finder(loaded: readonly Loaded[], unread: readonly ZoneDataSource[], warn: Warn): FindZoneRules {
  const [main] = loaded
  let others: Loaded[] | null = null
  const readOthers = () =>
    (others ??= [...loaded.slice(1), ...unread.flatMap((source) => load(source, warn))].toSorted(
      (one, other) => compareReleases(other.release, one.release),
    ))
  const read = ({ data, lookUp, source }: Loaded, key: string): ZoneRules | undefined => {
    const aliases = loaded.flatMap((other) => other.lookUp(key)?.zone ?? [])
    const [zone] = [key, ...aliases.map(lowerCase)].flatMap((name) => lookUp(name)?.zone ?? [])
    if (zone === undefined) return undefined
    try {
      return data.read(zone)
    } catch (error) {
      warn(`Skipped ${zone} in the time zone data of the ${source}: ${messageOf(error)}`)
      return undefined
    }
  }
  return (timeZone) => {
    const key = lowerCase(timeZone)
    const [name] = loaded.flatMap(({ lookUp }) => lookUp(key)?.spelling ?? [])
    if (name === undefined) return undefined
    const rules = read(main!, key)
    if (rules) return { ...rules, timeZone: name }
    for (const other of readOthers()) {
      const found = read(other, key)
      if (found) {
        warn(`${name} is taken from the ${other.source}’s release ${other.release}`)
        return { ...found, timeZone: name }
      }
    }
    return undefined
  }
}

function listChoices(loaded: readonly Loaded[]): ZoneChoice[] {
  const known =
    loaded.find(({ data }) => data.countries.size > 0)?.data.countries ?? new Map<string, string[]>()
  const countries = new Map<string, string[]>([['UTC', []]])
  for (const [country, names] of known) {
    for (const name of names) countries.set(name, [...(countries.get(name) ?? []), country])
  }
  // Zones that are newer than the list of countries.
  if (loaded[0]!.data.countries.size === 0) {
    const listed = new Set([...countries.keys()].map((name) => zoneOf(loaded, name)))
    for (const name of loaded[0]!.data.names) {
      if (!listed.has(zoneOf(loaded, name))) countries.set(name, [])
    }
  }
  return [...countries]
    .map(([name, found]) => ({ name, countries: found }))
    .filter(({ name }) => zoneOf(loaded, name) !== undefined)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function listAliases(loaded: readonly Loaded[], choices: readonly ZoneChoice[]): Map<string, string> {
  const chosen = new Set(choices.map(({ name }) => lowerCase(name)))
  const others = loaded.flatMap(({ names }) => [...names].filter(([key]) => !chosen.has(key)))
  return new Map(others.map(([key, { spelling }]) => [spelling, zoneOf(loaded, key)!]))
}

const zoneOf = (loaded: readonly Loaded[], name: string): string | undefined =>
  loaded.flatMap(({ lookUp }) => lookUp(lowerCase(name))?.zone ?? [])[0]

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
