import { settingsTimezones } from '../../../../contract/account/settings-options.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { dayOf } from '../../../../availability/wall-time.ts'
import { dayText, timeText, withoutRegion } from '../../../../contract/time/time-text.ts'
import { isTimeZone, zoneTable } from '../../../../contract/time/time-zones.ts'
import type { Choice } from '../../../ui/select.tsx'
import { formatTimeZone } from '../../data/format-time-zone.ts'

const regions = ['America', 'Europe', 'Africa', 'Asia', 'Australia', 'Pacific']
const OTHER = 'Other'

/**
 * The zones by region and city, so that typing the first letters of a city finds it. Always includes the current
 * zone.
 */
export function zoneChoices(current: string): Choice<string>[] {
  const zones = [...new Set<string>([...settingsTimezones, current])]
  const choices = zones.map((value) => ({
    value,
    label: withoutRegion(formatTimeZone(value)),
    group: regionOf(value),
  }))
  return [...regions, OTHER].flatMap((region) =>
    choices
      .filter(({ group }) => group === region)
      .toSorted((one, other) => one.label.localeCompare(other.label, 'en')),
  )
}

function regionOf(zone: string): string {
  const [region = '', city] = zone.split('/')
  return city !== undefined && regions.includes(region) ? region : OTHER
}

/** `3:45 PM, Saturday`, or null for an unknown zone. */
export function timeNow(now: number, viewer: Viewer): string | null {
  if (!isTimeZone(viewer.timeZone)) return null
  const today = dayOf(zoneTable(viewer.timeZone), now)
  return `${timeText(now, viewer)}, ${dayText(today, viewer, { weekday: 'long' })}`
}
