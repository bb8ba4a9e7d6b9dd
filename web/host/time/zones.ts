import { timezoneOptions } from '../../../contract/event-options.ts'
import { usualZone } from '../../../contract/time-text.ts'
import { formatTimeZone } from './format-time-zone.ts'

interface Zone {
  /** IANA. */
  name: string
  /** `Europe/Stockholm (GMT+1)` */
  label: string
}

let all: readonly Zone[] | null = null

/** All zones: the usual ones first, then the others by name. */
export function listZones(): readonly Zone[] {
  const names = new Set<string>([
    ...timezoneOptions,
    ...Intl.supportedValuesOf('timeZone').map(usualZone).toSorted(),
  ])
  all ??= [...names].map((name) => ({ name, label: formatTimeZone(name) }))
  return all
}

/** The zones whose city, country or offset matches every word of a query. */
export function findZones(query: string): Zone[] {
  const words = plain(query)
    .split(/[\s,]+/)
    .filter(Boolean)
  if (words.length === 0) return []
  return listZones().filter(({ name, label }) => {
    const text = plain(`${label} ${countriesOf(name)}`).replaceAll(/[^\p{L}\d]+/gu, ' ')
    const offset = /\((.*)\)/.exec(label)?.[1]?.replace('GMT', '') || '+0'
    return words.every((word) =>
      OFFSET.test(word) ? shortOffset(word) === offset : ` ${text}`.includes(` ${word}`),
    )
  })
}

const OFFSET = /^(gmt|utc)?[+-]\d/
/** `+5:30` for `UTC+05:30`. */
const shortOffset = (word: string) =>
  word
    .replace(/^(gmt|utc)/, '')
    .replace(/^([+-])0(?=\d)/, '$1')
    .replace(/:00$/, '')

/** Lowercase without accents. */
const plain = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('−', '-').toLowerCase()

let countries: ReadonlyMap<string, string> | null = null

/** The names of the countries in a zone; empty if this browser doesn't know them. */
function countriesOf(zone: string): string {
  countries ??= mapCountries()
  return countries.get(zone) ?? ''
}

/** What people call these countries besides their names and codes. */
const otherNames: Record<string, string> = { GB: 'UK England', TR: 'Turkey', US: 'USA' }

/** Not in every browser yet. */
interface ZonesOfLocale {
  getTimeZones: () => string[] | undefined
}

function mapCountries(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  const found = new Map<string, string>()
  for (const region of letters.flatMap((first) => letters.map((second) => first + second))) {
    const locale = new Intl.Locale(`und-${region}`) as Partial<ZonesOfLocale>
    for (const zone of locale.getTimeZones?.() ?? []) {
      const name = usualZone(zone)
      found.set(name, `${found.get(name) ?? ''} ${names.of(region)} ${region} ${otherNames[region] ?? ''}`)
    }
  }
  return found
}
