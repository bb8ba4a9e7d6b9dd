import type { ZoneRules } from '../../availability/zone-rules.ts'
import { lowerCase, setZoneSource } from '../../contract/time-zones.ts'

const known = new Map<string, ZoneRules>()

/** Makes zones known to this page: by their own names, and by the aliases of each. */
export function addZones(zones: readonly ZoneRules[], aliases: Record<string, string> = {}): void {
  for (const zone of zones) known.set(lowerCase(zone.timeZone), zone)
  for (const [alias, zone] of Object.entries(aliases)) {
    const rules = known.get(lowerCase(zone))
    if (rules) known.set(lowerCase(alias), { ...rules, timeZone: alias })
  }
  setZoneSource((timeZone) => known.get(lowerCase(timeZone)))
}
