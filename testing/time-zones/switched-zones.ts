import { afterAll, beforeEach } from 'vitest'
import type { ZoneRules } from '../../availability/zone-rules.ts'
import { setZoneSource } from '../../contract/time/time-zones.ts'
import type { CurrentZones } from '../../server/time-zones/current-zones.ts'
import { packagedRules } from './time-zones.ts'

interface SwitchedZones extends CurrentZones {
  /** Other rules for zones without daylight saving time: how far ahead of UTC they are, in hours. */
  switchTo(release: string, hours?: Readonly<Record<string, number>>): void
  /** How often the server looked for newer rules. */
  readonly refreshes: number
}

/** Time zone rules that the tests of a suite replace while the server runs. Each test begins with the package's. */
export function switchedZones(): SwitchedZones {
  let zones = packagedRules
  let refreshes = 0
  const apply = (next: typeof zones) => {
    zones = next
    setZoneSource(next.find)
  }
  const restore = () => apply(packagedRules)
  beforeEach(restore)
  afterAll(restore)
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
  }
}
