import { useEffect } from 'react'
import type { PublicPage } from '../../../contract/pages/page-data.ts'
import { OutdatedDevice } from '../outdated-device.tsx'
import { useServerNow } from '../use-server-now.ts'
import { useViewer } from '../viewer.ts'
import { dateTextOf, timeText, zoneName } from '../../../contract/time/time-text.ts'

interface NotTakingBookingsProps {
  status: 'not-started' | 'ended'
  page: PublicPage & { kind: 'booking' }
}

export function NotTakingBookings({ status, page }: NotTakingBookingsProps) {
  const viewer = useViewer(page.viewer)
  const { startDate, showUsersTheBookingStartDate } = page.event
  const isAwaited = status === 'not-started' && startDate !== null
  // A second later, so that the reloaded page isn't early.
  const opensAt = isAwaited ? Date.parse(startDate) + 1000 : Infinity
  const hasOpened = useServerNow(page.now, () => opensAt) >= opensAt
  useEffect(() => {
    if (!hasOpened) return
    const reload = () => window.location.reload()
    if (navigator.onLine) return reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [hasOpened])
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
