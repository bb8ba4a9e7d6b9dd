import { useMemo } from 'react'
import { isTimeZone } from '../../contract/time/time-zones.ts'
import type { TimeFormat } from '../../contract/time/time-formats.ts'
import type { Viewer } from '../../contract/time/viewer.ts'
import { browserLocale } from '../../web/data/browser-locale.ts'
import { getDeviceTimeZone } from '../../web/data/device-zone.ts'
import { addZones } from '../../web/data/time-zones.ts'
import { useCall } from './use-call.ts'

export interface HostTime {
  timeFormat: TimeFormat
  viewer: Viewer
}

export interface HostTimeState {
  /** Null until the host's settings and the zone's rules are known. */
  time: HostTime | null
  isFailed: boolean
  isLoading: boolean
  reload: () => Promise<void>
}

/** How the host reads times, by their settings or else their device's zone. */
export function useHostTime(): HostTimeState {
  const { data: settings, ...settingsCall } = useCall('getSettings', {})
  const wanted =
    settings && (settings.defaults.includes('timezone') ? (getDeviceTimeZone() ?? 'UTC') : settings.timezone)
  const { data: zones, ...zonesCall } = useCall(
    'listTimezones',
    wanted ? { query: { timezone: wanted } } : null,
  )
  const isUnknown = zonesCall.error !== null && [400, 404].includes(zonesCall.error.status)
  const time = useMemo(() => {
    if (!settings || !wanted) return null
    if (!zones && !isUnknown && !isTimeZone(wanted)) return null
    if (zones) addZones(zones.timezones.map((rules) => ({ ...rules, timeZone: wanted })))
    const timeZone = isTimeZone(wanted) ? wanted : 'UTC'
    const hour12 = settings.time_format === '12hour'
    return { timeFormat: settings.time_format, viewer: { locale: browserLocale(), timeZone, hour12 } }
  }, [settings, wanted, zones, isUnknown])
  return {
    time,
    isFailed: settingsCall.error !== null || (zonesCall.error !== null && !isUnknown),
    isLoading: settingsCall.isLoading || zonesCall.isLoading,
    reload: async () => void (await Promise.all([settingsCall.reload(), zonesCall.reload()])),
  }
}
