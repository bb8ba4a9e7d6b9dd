import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { ZoneRules } from '../../availability/zone-rules.ts'
import { parseTzif } from './tzif.ts'
import { isRelease, type ZoneData, type ZoneDataSource } from './zone-data.ts'

/** The source of the database in a short form. Its first line names the release. */
const INDEX = 'tzdata.zi'
const COUNTRIES = 'zone.tab'
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/

/** The operating system's files, as `zic` compiles them. */
export function systemZones(directory: string): ZoneDataSource {
  return {
    source: 'system',
    origin: directory,
    release: systemRelease(directory),
    load: () => loadSystem(directory),
  }
}

/** The release of the system's files; null if there are none. */
export function systemRelease(directory: string): string | null {
  try {
    return releaseOf(readFileSync(path.join(directory, INDEX), 'latin1'))
  } catch {
    return null
  }
}

function releaseOf(index: string): string | null {
  const release = /^# version (\S+)/.exec(index)?.[1]
  return release !== undefined && isRelease(release) ? release : null
}

/** When the newest of the files was installed (epoch milliseconds); 0 if there are none. */
export function systemChangedAt(directory: string): number {
  const { names } = readIndex(directory)
  const times = [INDEX, ...names].map(
    (name) => statSync(path.join(directory, name), { throwIfNoEntry: false })?.ctimeMs ?? 0,
  )
  return Math.max(...times)
}

/** Reads all zones at once: if one is damaged, none is trusted. */
function loadSystem(directory: string): ZoneData {
  const { names, aliases } = readIndex(directory)
  const zones = new Map<string, ZoneRules>()
  for (const name of names) {
    const rules = readZone(directory, name)
    if (rules) zones.set(name, rules)
  }
  if (zones.size === 0) throw new Error('no zones')
  return {
    names: [...zones.keys()],
    aliases,
    countries: readCountries(directory),
    read: (name) => zones.get(name)!,
  }
}

/** The names that the index lists. */
function readIndex(directory: string) {
  const aliases = new Map<string, string>()
  const names: string[] = []
  for (const line of readFileSync(path.join(directory, INDEX), 'latin1').split('\n')) {
    const [kind, first = '', second = ''] = line.split(' ', 3)
    if (kind === 'Z') names.push(first)
    if (kind === 'L') aliases.set(second, first)
  }
  if (!names.every((name) => NAME.test(name))) throw new Error(`${INDEX} is damaged`)
  return { names, aliases }
}

/** Null for a missing file. */
function readZone(directory: string, name: string): ZoneRules | null {
  const file = path.join(directory, name)
  if (!existsSync(file)) return null
  try {
    return parseTzif(readFileSync(file), name)
  } catch (cause) {
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

function readCountries(directory: string): Map<string, string[]> {
  const countries = new Map<string, string[]>()
  const file = path.join(directory, COUNTRIES)
  for (const line of existsSync(file) ? readFileSync(file, 'latin1').split('\n') : []) {
    const [country = '', , name] = line.split('\t')
    if (/^[A-Z]{2}$/.test(country) && name !== undefined && NAME.test(name)) {
      countries.set(country, [...(countries.get(country) ?? []), name])
    }
  }
  return countries
}
