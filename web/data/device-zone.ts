import { offsetAt } from '../../availability/wall-time.ts'
import { changesBetween } from '../../availability/zone-rules.ts'
import { usualZone } from '../../contract/time/time-text.ts'
import { zoneTable } from '../../contract/time/time-zones.ts'

// Only this file may format with a zone's name, to learn what the device's own clock shows.

const WEEK_MS = 604_800_000
const WEEKS_AHEAD = 53

/** What people read if `isDeviceOutdated`. */
export const OUTDATED_DEVICE =
  'Your device’s time zone data is outdated. Times on this page are correct; your clock may not be.'

/** This device's zone; null if it doesn't say. */
export function getDeviceTimeZone(): string | null {
  const name = reportedZone()
  return name && usualZone(name)
}

/** Under the name that the device itself knows. */
function reportedZone(): string | null {
  try {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone || null
  } catch {
    return null
  }
}

/**
 * Whether a zone is the device's own and the device has other rules for it, or none. Compares the year from `now` and
 * another shown instant (epoch milliseconds).
 */
export function isDeviceOutdated(timeZone: string, now: number, shown = now): boolean {
  const own = reportedZone()
  if (own === null || usualZone(own) !== usualZone(timeZone)) return false
  const table = zoneTable(timeZone)
  const { changes } = changesBetween(table.rules, now / 1000, (now + WEEKS_AHEAD * WEEK_MS) / 1000)
  const instants = changes.flatMap(([at]) => [at * 1000 - 1, at * 1000])
  for (let week = 0; week <= WEEKS_AHEAD; week++) instants.push(now + week * WEEK_MS)
  try {
    const device = clock(own)
    const utc = clock('UTC')
    return [shown, ...instants].some((at) => device.format(at) !== utc.format(at + offsetAt(table, at)))
  } catch {
    return true
  }
}

const clock = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
