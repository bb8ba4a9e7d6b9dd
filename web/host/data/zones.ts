import { timezoneOptions } from '../../../contract/events/event-options.ts'
import { offsetText } from '../../../contract/time/time-text.ts'
import { isTimeZone } from '../../../contract/time/time-zones.ts'
import type { ZoneList } from '../../data/search-zones.ts'
import { addZones } from '../../data/time-zones.ts'
import { formatTimeZone } from './format-time-zone.ts'

export interface Zone {
  /** IANA. */
  name: string
  /** `Europe/Stockholm (GMT+1)` */
  label: string
  /** `GMT+1` */
  offset: string
}

let list: ZoneList = { timezones: [], aliases: {} }
let all: readonly Zone[] | null = null

/** Gives this app the server's zones. */
export function setTimeZones({ timezones, aliases }: ZoneList): void {
  const byName = new Map(timezones.map((zone) => [zone.timeZone, zone]))
  const renamed = Object.entries(aliases).flatMap(([timeZone, zone]) => {
    const rules = byName.get(zone)
    return rules ? { ...rules, timeZone } : []
  })
  addZones([...timezones, ...renamed])
  list = { timezones: timezones.filter((zone) => zone.countries !== null), aliases }
  all = null
}

/** The server's zones that people can choose. */
export const serverZones = (): ZoneList => list

/** All zones: the usual ones first, then the others by name. */
export function listZones(): readonly Zone[] {
  const names = [...timezoneOptions.filter(isTimeZone), ...list.timezones.map(({ timeZone }) => timeZone)]
  all ??= [...new Set(names)].map((name) => ({
    name,
    label: formatTimeZone(name),
    offset: offsetText(Date.now(), name),
  }))
  return all
}

/**
 * The zones to choose from, with the current one even if it isn't listed, such as an old name; empty: none is chosen
 * yet.
 */
export function zoneChoices(current: string): { value: string; label: string }[] {
  const choices = listZones().map(({ name, label }) => ({ value: name, label }))
  const isListed = choices.some(({ value }) => value === current)
  const label = current === '' ? 'Choose a time zone' : formatTimeZone(current)
  return isListed ? choices : [{ value: current, label }, ...choices]
}
