import type { ZoneRules } from '../../availability/zone-rules.ts'
import { lowerCase, setZoneSource } from '../../contract/time/time-zones.ts'

const known = new Map<string, ZoneRules>()

/** Makes zones known to this page. */
export function addZones(zones: readonly ZoneRules[]): void {
  for (const zone of zones) known.set(lowerCase(zone.timeZone), zone)
  setZoneSource((timeZone) => known.get(lowerCase(timeZone)))
}
