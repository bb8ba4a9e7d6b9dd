import { setImmediate } from 'node:timers/promises'
import { rulesBetween } from '../../availability/zone-rules.ts'
import type { ListedZone, TimezoneList } from '../../contract/time/time-zones.schema.ts'
import type { Handler } from './endpoint.ts'
import { notFound } from './errors.ts'
import type { Zones } from '../time-zones/load-zones.ts'
import { SHOWN_SINCE } from '../time-zones/shown-rules.ts'

/** Nothing later is worth calculating in a browser. */
const SENT_TO = Date.UTC(2100) / 1000
const ZONES_AT_ONCE = 10

const lists = new WeakMap<Zones, Promise<TimezoneList>>()

export const listTimezones: Handler<'listTimezones'> = async ({ deps, query }) => {
  const zones = deps.zones.current()
  if (query.timezone !== undefined) {
    const zone = listedZone(zones, query.timezone, null)
    if (!zone) throw notFound()
    return { release: zones.release, timezones: [zone], aliases: {} }
  }
  const list = lists.get(zones) ?? listAll(zones)
  lists.set(zones, list)
  return list
}

/** In portions, because reading all rules takes longer than other requests should wait. */
async function listAll(zones: Zones): Promise<TimezoneList> {
  const choices = new Map(zones.choices.map(({ name, countries }) => [name, countries]))
  const names = [...new Set([...choices.keys(), ...zones.aliases.values()])]
  const timezones: ListedZone[] = []
  for (const [index, name] of names.entries()) {
    if (index % ZONES_AT_ONCE === 0) await setImmediate()
    const zone = listedZone(zones, name, choices.get(name) ?? null)
    if (zone) timezones.push(zone)
  }
  return { release: zones.release, timezones, aliases: Object.fromEntries(zones.aliases) }
}

function listedZone(zones: Zones, name: string, countries: readonly string[] | null): ListedZone | null {
  const rules = zones.find(name)
  return rules ? { ...rulesBetween(rules, SHOWN_SINCE, SENT_TO), countries } : null
}
