import { usualZone } from '../../../contract/time-text.ts'

/** This device's zone. */
export const getDeviceTimeZone = () => usualZone(new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** A zone with its current UTC offset. */
export function formatTimeZone(zone: string): string {
  const name = zone.replaceAll('_', ' ')
  try {
    const parts = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      timeZoneName: 'shortOffset',
    }).formatToParts()
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value
    return offset && offset !== name ? `${name} (${offset})` : name
  } catch {
    // The browser's zone data may be older than the server's.
    return name
  }
}
