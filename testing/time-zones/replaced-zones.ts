import { onTestFinished } from 'vitest'
import { type FindZoneRules, setZoneSource, zoneSource } from '../../contract/time/time-zones.ts'
import { packagedRules, restoreZones } from './time-zones.ts'

/** Other time zone rules for the whole process, until the current test is finished. */
export function replaceZones(find: FindZoneRules): void {
  if (zoneSource() === packagedRules.find) onTestFinished(restoreZones)
  setZoneSource(find)
}
