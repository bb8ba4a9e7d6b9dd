import { ClockAlert } from 'lucide-react'
import { useState } from 'react'
import { OUTDATED_DEVICE } from '../../../data/device-zone.ts'
import { useIsDeviceOutdated } from '../../../data/use-is-device-outdated.ts'
import { useHostTime } from '../time/use-host-time.ts'
import { Banner } from './banner.tsx'

/** Says that the app is right if the device's clock disagrees with it. */
export function OutdatedDeviceBanner() {
  const { timezone } = useHostTime()
  const [now] = useState(Date.now)
  const isOutdated = useIsDeviceOutdated(timezone, now)
  return isOutdated && <Banner icon={<ClockAlert aria-hidden="true" />} title={OUTDATED_DEVICE} />
}
