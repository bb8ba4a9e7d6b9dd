import { useState } from 'react'
import type { Reader } from '../../contract/pages.ts'
import { changeReader } from '../public-pages/reader.ts'
import { zoneName, zoneText } from '../public-pages/time-text.ts'

/** Says whose times these are, and lets the reader have those of another place. */
export function ZoneSelect({ reader, now }: { reader: Reader; now: string }) {
  // Some four hundred names, wanted by few: they are listed once somebody turns to them.
  const [zones, setZones] = useState<string[]>([])
  const fill = () => {
    if (zones.length === 0) setZones(Intl.supportedValuesOf('timeZone'))
  }
  const others = [...new Set([...zones, 'UTC'])].filter((zone) => zone !== reader.timeZone)
  return (
    <label className="zone">
      <span className="label needs-script">Times are shown in your time zone</span>
      <span className="label without-script">Times are shown in this time zone</span>
      <select
        className="field-control"
        value={reader.timeZone}
        onFocus={fill}
        onPointerDown={fill}
        onChange={(event) => changeReader({ timeZone: event.target.value })}
      >
        <option value={reader.timeZone} suppressHydrationWarning>
          {zoneText(now, reader)}
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
