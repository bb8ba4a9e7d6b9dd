import { useState, useSyncExternalStore } from 'react'
import type { Viewer } from '../../../contract/viewer.ts'
import { changeViewer } from '../viewer.ts'
import { usualZone, zoneName, zoneText } from '../../../contract/time-text.ts'

const thisZone = 'Times are shown in this time zone'
const getDeviceTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const unchanging = () => () => {}

/** Says whose times these are, and lets the reader have those of another place. */
export function ZoneSelect({ viewer, now }: { viewer: Viewer; now: string }) {
  // Some four hundred names, wanted by few: they are listed once somebody turns to them.
  const [zones, setZones] = useState<string[]>([])
  const fill = () => {
    if (zones.length === 0) setZones(Intl.supportedValuesOf('timeZone'))
  }
  // The server's page is taken over as it came; only then is the device asked.
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
