import { createHash } from 'node:crypto'
import { changesBetween, type ZoneRules } from '../../availability/zone-rules.ts'
import { isTimeZone, zoneTable } from '../../contract/time/time-zones.ts'
import { runtimeZones } from './runtime-zones.ts'

/** Nothing outside of it is mirrored: calendars are read for the next five years. */
const [FROM, TO] = [Date.UTC(2026) / 1000, Date.UTC(2038) / 1000]

const digests = new WeakMap<ZoneRules, string>()

/** A short text that changes if a zone's rules do; empty for an unknown zone. */
export const zoneDigest = (timeZone: string): string =>
  isTimeZone(timeZone) ? digestOf(zoneTable(timeZone).rules) : ''

/** The same for several zones. */
export const zonesDigest = (timeZones: readonly string[]): string =>
  timeZones
    .filter(isTimeZone)
    .map((name) => zoneDigest(name))
    .join(' ')

/** What `zoneDigest` would have been before this project had rules of its own. */
export function runtimeZoneDigest(timeZone: string): string {
  try {
    return digestOf(runtimeZones().load().read(timeZone))
  } catch {
    return ''
  }
}

function digestOf(rules: ZoneRules): string {
  const known = digests.get(rules)
  if (known !== undefined) return known
  const text = JSON.stringify(changesBetween(rules, FROM, TO))
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 12)
  digests.set(rules, digest)
  return digest
}
