import { useId, useState, useSyncExternalStore } from 'react'
import type { CallFailed } from '../../../contract/client.ts'
import type { Viewer } from '../../../contract/viewer.ts'
import { getDeviceTimeZone } from '../../data/device-zone.ts'
import { loadChoices } from '../load-zones.ts'
import { chooseZone } from '../viewer.ts'
import { usualZone, zoneName, zoneText } from '../../../contract/time-text.ts'

const thisZone = 'Times are shown in this time zone'
const unchanging = () => () => {}

interface Choice {
  zone: string
  /** The HTTP status if it couldn't be loaded; 0 without an answer. */
  status?: number
}

/** Shows the time zone and lets the viewer change it. */
export function ZoneSelect({ viewer, now }: { viewer: Viewer; now: string }) {
  // About four hundred names that few people need, so they are listed on first use.
  const [zones, setZones] = useState<readonly string[]>([])
  const [choice, setChoice] = useState<Choice | null>(null)
  const id = useId()
  const fill = () => {
    // The device's own list opens at once. The server's may have more zones, and fewer that nobody uses anymore.
    if (zones.length === 0) setZones(Intl.supportedValuesOf?.('timeZone') ?? [])
    loadChoices().then(setZones, () => {})
  }
  const choose = (zone: string) => {
    const end = (next: Choice | null) => setChoice((latest) => (latest?.zone === zone ? next : latest))
    setChoice({ zone })
    chooseZone(zone).then(
      () => end(null),
      ({ status }: CallFailed) => end({ zone, status }),
    )
  }
  // Hydration starts with the server's zone; the device's zone comes after.
  const shown = usualZone(viewer.timeZone)
  const ofDevice = useSyncExternalStore(unchanging, getDeviceTimeZone, () => shown)
  const others = [...new Set([...zones, 'UTC'].map(usualZone))].filter((zone) => zone !== shown)
  return (
    <>
      <div className="zone">
        <label htmlFor={id} className="label needs-script">
          {ofDevice === shown ? 'Times are shown in your time zone' : thisZone}
        </label>
        <span className="label without-script">{thisZone}</span>
        {/* A select can't wrap its text, so long names would be cut. */}
        <span
          className="zone-choice field-control"
          data-zone={zoneText(now, viewer)}
          suppressHydrationWarning
        >
          <select
            id={id}
            value={viewer.timeZone}
            onFocus={fill}
            onPointerDown={fill}
            onChange={(event) => choose(event.target.value)}
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
        </span>
      </div>
      <p className={choice?.status === undefined ? 'hint' : 'alert'} role="status">
        {choice && choiceText(choice, zoneName(shown))}
      </p>
    </>
  )
}

function choiceText({ zone, status }: Choice, shown: string): string {
  const name = zoneName(zone)
  if (status === undefined) return `Switching to ${name}...`
  const isUnknown = status === 404
  return `We ${isUnknown ? 'don’t have the rules for' : 'couldn’t switch to'} ${name}. Times are still shown in ${shown}.${isUnknown ? '' : ' Check your connection and try again.'}`
}
