import type { Viewer } from '../../contract/time/viewer.ts'
import { OUTDATED_DEVICE } from '../data/device-zone.ts'
import { useIsDeviceOutdated } from '../data/use-is-device-outdated.ts'

interface OutdatedDeviceProps {
  viewer: Viewer
  /** The server's time, ISO 8601. */
  now: string
  /** Another time that the page shows. */
  startUtc?: string | undefined
}

/** Says that the page is right if the device's clock disagrees with it. */
export function OutdatedDevice({ viewer, now, startUtc }: OutdatedDeviceProps) {
  const isOutdated = useIsDeviceOutdated(viewer.timeZone, Date.parse(now), Date.parse(startUtc ?? now))
  return (
    <p className={isOutdated ? 'note outdated' : undefined} role="status">
      {isOutdated && OUTDATED_DEVICE}
    </p>
  )
}
