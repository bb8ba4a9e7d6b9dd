import type { ZoneRules } from '../availability/zone-rules.ts'
import { setZoneSource } from '../contract/time-zones.ts'
import type { CurrentZones } from '../server/time-zones/current-zones.ts'
import { packagedRules } from './time-zones.ts'

interface SwitchedZones extends CurrentZones {
  /** Other rules for zones without daylight saving time: how far ahead of UTC they are, in hours. */
  switchTo(release: string, hours?: Readonly<Record<string, number>>): void
  /** How often the server looked for newer rules. */
  readonly refreshes: number
  /** The package's rules again. Other tests share the process. */
  restore(): void
}

/** Time zone rules that a test replaces while the server runs. */
export function switchedZones(): SwitchedZones {
  let zones = packagedRules
  let refreshes = 0
  const apply = (next: typeof zones) => {
    zones = next
    setZoneSource(next.find)
  }
  return {
    current: () => zones,
    refresh() {
      refreshes += 1
      return false
    },
    get refreshes() {
      return refreshes
    },
    switchTo(release, hours = {}) {
      const find = (timeZone: string): ZoneRules | undefined => {
        const offset = hours[timeZone]
        if (offset === undefined) return packagedRules.find(timeZone)
        return { timeZone, offset: offset * 3600, changes: [], yearly: [] }
      }
      apply({ ...packagedRules, release, find })
    },
    restore: () => apply(packagedRules),
  }
}
