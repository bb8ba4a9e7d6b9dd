import { useEffect, useState } from 'react'
import { isDeviceOutdated } from './device-zone.ts'

/** How long it waits for a page that is never idle. */
const MAX_WAIT_MS = 2000

/** Safari doesn't have `requestIdleCallback`. */
const whenIdle = (check: () => void) =>
  'requestIdleCallback' in globalThis
    ? requestIdleCallback(check, { timeout: MAX_WAIT_MS })
    : setTimeout(check)

/**
 * Whether the device's clock disagrees with the times shown in a zone, in the year from `now` (epoch milliseconds) and
 * at another shown instant. Checked once the page has nothing else to do.
 */
export function useIsDeviceOutdated(timeZone: string, now: number, shown = now): boolean {
  const [isOutdated, setIsOutdated] = useState(false)
  useEffect(() => {
    let isCurrent = true
    whenIdle(() => {
      if (isCurrent) setIsOutdated(isDeviceOutdated(timeZone, now, shown))
    })
    return () => {
      isCurrent = false
    }
  }, [timeZone, now, shown])
  return isOutdated
}
