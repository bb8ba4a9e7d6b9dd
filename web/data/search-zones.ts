import { cityName, usualZone } from '../../contract/time/time-text.ts'
import type { TimezoneList } from '../../contract/time/time-zones.schema.ts'

/** What the server knows about zones. */
export type ZoneList = Pick<TimezoneList, 'timezones' | 'aliases'>

interface SearchableZone {
  /** IANA. */
  name: string
  /** `GMT+5:30`; empty if it isn't known. */
  offset: string
}

/** The larger cities of each zone besides those that zones are called after, the largest first, separated by bars. */
export type Cities = Readonly<Record<string, string>>

export type FoundZone<Zone> = Zone & {
  /** The city by which it was found, unless it was by the zone's own name, country or offset. */
  city: string | null
}

/**
 * Finds the zones whose name, country, other name or offset, or one of whose larger cities matches every word of a
 * query, ignoring case and accents. Those that are called exactly like it come first, then those whose name begins with
 * it. An empty query finds nothing.
 */
export function zoneSearch<Zone extends SearchableZone>(
  zones: readonly Zone[],
  { timezones, aliases }: ZoneList,
  cities: Cities,
): (query: string) => FoundZone<Zone>[] {
  const countries = new Map(timezones.map((zone) => [zone.timeZone, zone.countries]))
  const oldNames = new Map<string, string>()
  for (const [alias, zone] of Object.entries(aliases)) {
    const name = usualZone(zone)
    // These have no daylight saving time, which isn't what people mean.
    if (!/^[EM]ST$/.test(alias)) oldNames.set(name, `${oldNames.get(name) ?? ''} ${alias}`)
  }
  const indexed = zones.map((zone) => {
    const { name, offset } = zone
    const names = [
      cityName(name),
      // An old name isn't what a zone is called.
      `${name} ${oldNames.get(name) ?? ''}`,
      offset,
      ...(countries.get(name) ?? []).flatMap((code) => [
        code,
        countryName(code),
        ...(otherNames[code] ?? []),
      ]),
    ]
    const text = names.map(nameText).join('')
    return {
      zone,
      text: `|${text} ${offset.slice(3) || (offset && '+0')} |`,
      cities: (cities[name]?.split('|') ?? []).map((city) => ({ city, text: cityText(city) })),
    }
  })
  return (query) => {
    const words = plain(query)
      .split(/[\s,()]+/)
      .flatMap((word) => (/^(gmt|utc)?[+-]/.test(word) ? offsetWord(word) : wordsOf(word)))
    if (words.length === 0) return []
    const start = ` ${words.join(' ')}`
    const found = indexed.flatMap(({ zone, text, cities: others }) => {
      const missing = words.filter((word) => !text.includes(` ${word}`))
      if (missing.length === 0) return { zone, city: null, rank: rankOf(text, start) }
      const [other] = others
        .filter((one) => missing.every((word) => one.text.includes(` ${word}`)))
        .map(({ city, text: called }) => ({ zone, city, rank: cityRankOf(called, start) }))
        .toSorted((one, next) => one.rank - next.rank)
      return other ?? []
    })
    return found.toSorted((one, other) => one.rank - other.rank).map(({ zone, city }) => ({ ...zone, city }))
  }
}

const rankOf = (text: string, start: string) =>
  text.includes(`|${start} |`) ? 0 : text.startsWith(`|${start}`) ? 1 : text.includes(`|${start}`) ? 2 : 4

/** Somebody who typed all of a city's name means it rather than a zone with such a word in its name. */
const cityRankOf = (text: string, start: string) =>
  text.includes(`|${start} |`) ? 3 : text.includes(`|${start}`) ? 5 : 6

/** Its name between bars, and how it's called in full. */
const cityText = (city: string) =>
  `|${nameText(city)}${city.startsWith('St. ') ? nameText(city.replace('St.', 'Saint')) : ''}`

/** A space before each word, and a bar at the end. */
const nameText = (name: string) => ` ${wordsOf(plain(name)).join(' ')} |`

/** `+5:30` for `UTC+05:30` and `+0530`. Whole hours aren't the beginning of other offsets. */
const offsetWord = (word: string) =>
  word
    .replace(/^(gmt|utc)?(.)(0(?=\d))?/, '$2')
    .replace(/^(.\d\d?)(\d\d)$/, '$1:$2')
    .replace(/:0*$/, '')
    .replace(/^.\d+$/, '$& |')

let regions: Intl.DisplayNames | null = null

/** `Sweden` for `SE` */
export const countryName = (code: string): string =>
  (regions ??= new Intl.DisplayNames('en', { type: 'region' })).of(code)!

/** What people call these countries besides their names and codes. */
const otherNames: Record<string, string[]> = { GB: ['UK', 'England'], TR: ['Turkey'], US: ['USA'] }

/** Lowercase without accents and the periods of initials. */
export const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<!\p{L}\p{L})\./gu, '')
    .replaceAll('−', '-')
    .toLowerCase()

const wordsOf = (text: string) => text.split(/[^\p{L}\d]+/u).filter(Boolean)
