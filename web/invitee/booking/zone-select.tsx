import { useState, useSyncExternalStore } from 'react'
import type { Viewer } from '../../../contract/viewer.ts'
import { changeViewer } from '../viewer.ts'
import { usualZone, zoneName, zoneText } from '../../../contract/time-text.ts'

const thisZone = 'Times are shown in this time zone'
const getDeviceTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const unchanging = () => () => {}

/** Shows the time zone and lets the viewer change it. */
export function ZoneSelect({ viewer, now }: { viewer: Viewer; now: string }) {
  // About four hundred names that few people need, so they are listed on first use.
  const [zones, setZones] = useState<string[]>([])
  const fill = () => {
    if (zones.length === 0) setZones(Intl.supportedValuesOf('timeZone'))
  }
  // Hydration starts with the server's zone; the device's zone comes after.
  const ofDevice = useSyncExternalStore(unchanging, getDeviceTimeZone, () => viewer.timeZone)
  const isOwn = usualZone(ofDevice) === usualZone(viewer.timeZone)
  const others = [...new Set([...zones, 'UTC'])].filter((zone) => zone !== viewer.timeZone)
  return (
    <label className="zone">
      <span className="label needs-script">{isOwn ? 'Times are shown in your time zone' : thisZone}</span>
      <span className="label without-script">{thisZone}</span>
      <select
        className="field-control"
        value={viewer.timeZone}
        onFocus={fill}
        onPointerDown={fill}
        onChange={(event) => changeViewer({ timeZone: event.target.value })}
      >
        <option value={viewer.timeZone} suppressHydrationWarning>
          {zoneText(now, viewer)}
        </option>
        {others.map((zone) => (
          <option key={zone} value={zone}>
            {zoneName(zone)}
          </option>
        ))}
      </select>
    </label>
  )
}
