import { setZoneSource } from '../contract/time-zones.ts'
import { loadZones } from '../server/time-zones/load-zones.ts'
import { packagedZones } from '../server/time-zones/packaged-zones.ts'

/** The package's time zone rules, for programs and tests that aren't a server, whatever the machine has. */
export const packagedRules = loadZones([packagedZones()], (message) => {
  throw new Error(message)
})

export const restoreZones = (): void => setZoneSource(packagedRules.find)

restoreZones()
