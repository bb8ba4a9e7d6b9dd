import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { settingsDefaults } from '../../../../contract/account/settings-options.ts'
import { type TimeFormat } from '../../../../contract/time/time-formats.ts'
import { browserLocale } from '../../../data/browser-locale.ts'
import { settingsQuery } from '../../data/settings-calls.ts'
import { timeZonesQuery } from '../../data/time-zone-calls.ts'
import { getKnownDeviceZone, knownZone } from '../../data/format-time-zone.ts'

export interface HostTime {
  timeFormat: TimeFormat
  /** IANA. */
  timezone: string
  /** The same for `contract/time/time-text.ts`, which puts times into words. */
  viewer: Viewer
}

/** The zones' rules. A component that shows offsets needs them to render again when they change. */
export const useZoneRules = () => useQuery(timeZonesQuery).data

/** The host's time format and zone; the device's if the settings can't be loaded or no zone was chosen. */
export function useHostTime(): HostTime {
  const { data: settings } = useQuery(settingsQuery)
  const rules = useZoneRules()
  const timeFormat = settings?.time_format ?? settingsDefaults.time_format
  // A traveler's device changes its zone while the app is open.
  const zone =
    settings && !settings.defaults.includes('timezone') ? settings.timezone : (getKnownDeviceZone() ?? 'UTC')
  return useMemo(() => {
    const timezone = knownZone(zone)
    const hour12 = timeFormat === '12hour'
    return { timeFormat, timezone, viewer: { locale: browserLocale(), timeZone: timezone, hour12 } }
    // oxlint-disable-next-line react/exhaustive-deps -- New rules change times, too.
  }, [timeFormat, zone, rules])
}
