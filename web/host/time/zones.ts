import { timezoneOptions } from '../../../contract/event-options.ts'
import { isTimeZone } from '../../../contract/time-zones.ts'
import type { ListedZone, TimezoneList } from '../../../contract/time-zones.schema.ts'
import { addZones } from '../../data/time-zones.ts'
import { formatTimeZone } from './format-time-zone.ts'

interface Zone {
  /** IANA. */
  name: string
  /** `Europe/Stockholm (GMT+1)` */
  label: string
}

let listed: readonly ListedZone[] = []
let all: readonly Zone[] | null = null
let countries: ReadonlyMap<string, string> | null = null

/** Gives this app the server's zones. */
export function setTimeZones({ timezones, aliases }: Pick<TimezoneList, 'timezones' | 'aliases'>): void {
  const byName = new Map(timezones.map((zone) => [zone.timeZone, zone]))
  const renamed = Object.entries(aliases).flatMap(([timeZone, zone]) => {
    const rules = byName.get(zone)
    return rules ? { ...rules, timeZone } : []
  })
  addZones([...timezones, ...renamed])
  listed = timezones.filter((zone) => zone.countries !== null)
  all = null
  countries = null
}

/** All zones: the usual ones first, then the others by name. */
export function listZones(): readonly Zone[] {
  const names = [...timezoneOptions.filter(isTimeZone), ...listed.map(({ timeZone }) => timeZone)]
  all ??= [...new Set(names)].map((name) => ({ name, label: formatTimeZone(name) }))
  return all
}

/** The zones to choose from, with the current one even if it isn't listed, such as an old name; empty: none is chosen yet. */
export function zoneChoices(current: string): { value: string; label: string }[] {
  const choices = listZones().map(({ name, label }) => ({ value: name, label }))
  const isListed = choices.some(({ value }) => value === current)
  const label = current === '' ? 'Choose a time zone' : formatTimeZone(current)
  return isListed ? choices : [{ value: current, label }, ...choices]
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

/** The names of the countries in a zone, and what else people call them. */
function countriesOf(zone: string): string {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  countries ??= new Map(
    listed.map(({ timeZone, countries: codes }) => [
      timeZone,
      (codes ?? []).map((code) => `${names.of(code)} ${code} ${otherNames[code] ?? ''}`).join(' '),
    ]),
  )
  return countries.get(zone) ?? ''
}

/** What people call these countries besides their names and codes. */
const otherNames: Record<string, string> = { GB: 'UK England', TR: 'Turkey', US: 'USA' }
