import { cityName, usualZone } from '../../contract/time-text.ts'
import type { TimezoneList } from '../../contract/time-zones.schema.ts'

/** What the server knows about zones. */
export type ZoneList = Pick<TimezoneList, 'timezones' | 'aliases'>

interface SearchableZone {
  /** IANA. */
  name: string
  /** `GMT+5:30`; empty if it isn't known. */
  offset: string
}

/**
 * Finds the zones whose city, country, other name or offset matches every word of a query, ignoring case and accents. Those that are
 * called exactly like it come first, then those whose city begins with it. An empty query finds nothing.
 */
export function zoneSearch<Zone extends SearchableZone>(
  zones: readonly Zone[],
  { timezones, aliases }: ZoneList,
): (query: string) => Zone[] {
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
    // A space precedes each word, and a bar follows each name.
    const text = names.map((one) => ` ${wordsOf(plain(one)).join(' ')} |`).join('')
    return { zone, text: `|${text} ${offset.slice(3) || (offset && '+0')} |` }
  })
  return (query) => {
    const words = plain(query)
      .split(/[\s,()]+/)
      .flatMap((word) => (/^(gmt|utc)?[+-]/.test(word) ? offsetWord(word) : wordsOf(word)))
    const start = `| ${words.join(' ')}`
    const rank = (text: string) =>
      text.includes(`${start} |`) ? 0 : text.startsWith(start) ? 1 : text.includes(start) ? 2 : 3
    return indexed
      .filter(({ text }) => words.length > 0 && words.every((word) => text.includes(` ${word}`)))
      .toSorted((one, other) => rank(one.text) - rank(other.text))
      .map(({ zone }) => zone)
  }
}

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

/** Lowercase without accents. */
const plain = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('−', '-').toLowerCase()

const wordsOf = (text: string) => text.split(/[^\p{L}\d]+/u).filter(Boolean)
