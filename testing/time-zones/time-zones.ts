import { setZoneSource } from '../../contract/time/time-zones.ts'
import { loadZones } from '../../server/time-zones/load-zones.ts'
import { packagedZones } from '../../server/time-zones/packaged-zones.ts'

/** The package's time zone rules, for programs and tests that aren't a server, whatever the machine has. */
export const packagedRules = loadZones([packagedZones()], (message) => {
  throw new Error(message)
})

export const restoreZones = (): void => setZoneSource(packagedRules.find)

restoreZones()

/** What the server lists by these rules. */
export const listedZones = {
  timezones: packagedRules.choices.map(({ name, countries }) => ({
    ...packagedRules.find(name)!,
    countries,
  })),
  aliases: Object.fromEntries(packagedRules.aliases),
}
