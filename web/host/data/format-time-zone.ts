import { usualZone, zoneName, zoneText } from '../../../contract/time/time-text.ts'
import { isTimeZone } from '../../../contract/time/time-zones.ts'
import { getDeviceTimeZone } from '../../data/device-zone.ts'

/** A zone that this app knows the rules of: this one, or else UTC. */
export const knownZone = (timeZone: string) => (isTimeZone(timeZone) ? timeZone : 'UTC')

/** This device's zone; null if this app doesn't know its rules. */
export function getKnownDeviceZone(): string | null {
  const device = getDeviceTimeZone()
  return device !== null && isTimeZone(device) ? device : null
}

export const isDeviceZone = (timeZone: string) => usualZone(timeZone) === getDeviceTimeZone()

/** A zone with its current UTC offset. */
export const formatTimeZone = (timeZone: string): string =>
  isTimeZone(timeZone) ? zoneText(Date.now(), { timeZone }) : zoneName(timeZone)
