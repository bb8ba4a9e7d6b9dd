import { useEffect } from 'react'
import type { PublicPage } from '../../../contract/pages/page-data.ts'
import { OutdatedDevice } from '../outdated-device.tsx'
import { useViewer } from '../viewer.ts'
import { dateTextOf, timeText, zoneName } from '../../../contract/time/time-text.ts'

interface NotTakingBookingsProps {
  status: 'not-started' | 'ended'
  page: PublicPage & { kind: 'booking' }
}

/** Browser timers can't run longer than this. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

export function NotTakingBookings({ status, page }: NotTakingBookingsProps) {
  const viewer = useViewer(page.viewer)
  const { startDate, showUsersTheBookingStartDate } = page.event
  const isAwaited = status === 'not-started' && startDate !== null
  // Uses the server's clock and adds a second, so that the reloaded page isn't early.
  const wait = isAwaited ? Date.parse(startDate) - Date.parse(page.now) + 1000 : Infinity
  useEffect(() => {
    if (wait > MAX_TIMEOUT_MS) return
    const timer = setTimeout(() => window.location.reload(), wait)
    return () => clearTimeout(timer)
  }, [wait])
  return (
    <div className="nothing">
      <h2>
        {status === 'ended'
          ? 'This event is no longer accepting bookings'
          : 'This event is not yet accepting bookings'}
      </h2>
      {isAwaited && showUsersTheBookingStartDate && (
        <>
          <p suppressHydrationWarning>
            Booking opens on {dateTextOf(startDate, viewer)} at {timeText(startDate, viewer)},{' '}
            {zoneName(viewer.timeZone)}.
          </p>
          <OutdatedDevice viewer={viewer} now={page.now} startUtc={startDate} />
        </>
      )}
    </div>
  )
}
