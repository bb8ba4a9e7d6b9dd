import { useEffect, useRef } from 'react'
import { product } from '../../contract/product.ts'
import { Button } from '../../web/ui/button.tsx'
import { LogoMark } from '../../web/ui/logo.tsx'
import { Skeleton } from '../../web/ui/skeleton.tsx'
import { CALENDAR_ORIGIN } from '../manifest.ts'
import { send } from '../messages.ts'
import { useConnection } from '../stored.ts'
import { AllowAgain } from '../ui/allow-again.tsx'
import { BookingDetails } from '../ui/booking-details.tsx'
import { ConnectAgain } from '../ui/connect-again.tsx'
import { OutOfDate } from '../ui/out-of-date.tsx'
import { useCall } from '../ui/use-call.ts'
import { useHostTime } from '../ui/use-host-time.ts'
import type { PanelNote } from './notes.ts'
import { useIsRefused } from './use-is-refused.ts'

const REFRESH_MS = 15_000
/** The card's, above and below, in pixels. */
const BORDERS = 2

const tell = (note: PanelNote) => window.parent.postMessage(note, CALENDAR_ORIGIN)

/** A booking in its entry in Google Calendar. */
export function Panel({ bookingId }: { bookingId: string }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const sizes = new ResizeObserver(() =>
      tell({ kind: 'height', height: root.current!.offsetHeight + BORDERS }),
    )
    sizes.observe(root.current!)
    const leave = (press: KeyboardEvent) => {
      if (press.key === 'Escape' && !press.defaultPrevented) tell({ kind: 'leave' })
    }
    window.addEventListener('keydown', leave)
    return () => {
      sizes.disconnect()
      window.removeEventListener('keydown', leave)
    }
  }, [])
  return (
    // The frame may be lower than its content, which then scrolls inside the card.
    <main
      aria-label={product.name}
      className="max-h-screen overflow-y-auto rounded-lg border border-line bg-surface text-ink"
    >
      <div ref={root} className="p-4">
        <header className="mb-3 flex items-center gap-1.5 text-xs font-semibold text-muted">
          <LogoMark className="size-4" />
          {product.name}
        </header>
        <Content bookingId={bookingId} />
      </div>
    </main>
  )
}

function Content({ bookingId }: { bookingId: string }) {
  const connection = useConnection()
  const hostTime = useHostTime()
  const { time } = hostTime
  const labels = useCall('listLabels', {})
  const found = useCall('getBooking', { params: { id: bookingId } })
  const { data: booking, error, reload } = found
  const isFailed = error !== null || hostTime.isFailed
  const isRefused = useIsRefused(connection?.origin ?? null, error)
  const reloadAll = () => {
    void reload()
    if (hostTime.isFailed) void hostTime.reload()
  }
  useEffect(() => {
    const timer = setInterval(reloadAll, REFRESH_MS)
    return () => clearInterval(timer)
  })
  // The calendar also has entries of bookings with other hosts of the same Boomtime.
  const isOthers = booking !== undefined && !['host', 'member'].includes(booking.access.role)
  const isNothing = isOthers || error?.status === 404 || connection === null
  useEffect(() => {
    if (isNothing) tell({ kind: 'nothing' })
  }, [isNothing])
  if (isNothing) return null
  if (connection.token === null) return <ConnectAgain origin={connection.origin} />
  if (isRefused)
    return <AllowAgain origin={connection.origin} onAllow={() => void send({ kind: 'openOptions' })} />
  if (booking && time)
    return (
      <>
        {isFailed && <OutOfDate className="mb-3 rounded-md px-3 py-2" />}
        <BookingDetails
          key={booking.bookingData.id}
          booking={booking}
          isCurrent={!found.isLoading}
          labels={labels}
          time={time}
          onSaved={reload}
        />
      </>
    )
  if (isFailed)
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>We couldn’t load this booking. Check your connection and try again.</p>
        <Button isBusy={found.isLoading || hostTime.isLoading} onClick={reloadAll}>
          Try again
        </Button>
      </div>
    )
  return <Loading />
}

function Loading() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading the booking...</span>
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-2/5" />
    </div>
  )
}
