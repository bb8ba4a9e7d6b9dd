import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListedBooking } from '../../../../contract/bookings/booking-list.schema.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import { shortDateText, timeText, zoneName } from '../../../../contract/time/time-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

interface RecentBookingsProps {
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>
  /** Newest first; undefined while loading. */
  bookings: readonly ListedBooking[] | undefined
  viewer: Viewer
}

export function RecentBookings({ query, bookings, viewer }: RecentBookingsProps) {
  return (
    <SectionCard title="Recent Bookings">
      {bookings === undefined ? (
        query.isError ? (
          <LoadError
            title="We couldn’t load your bookings"
            isFetching={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <div role="status" className="flex flex-col gap-5">
            <span className="sr-only">Loading bookings...</span>
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </div>
        )
      ) : bookings.length === 0 ? (
        <p className="py-3 text-center text-muted">No recent bookings</p>
      ) : (
        <>
          <ul className="-mx-2 -mt-1 flex flex-col">
            {bookings.map((booking) => (
              <li key={booking.id}>
                <Link
                  to={paths.bookings}
                  state={{ openBooking: booking.id }}
                  className="flex items-start gap-3 rounded-md p-2 hover:bg-sunken"
                >
                  <span className="min-w-0 flex-1">
                    <span dir="auto" className="line-clamp-1 text-left font-medium wrap-anywhere">
                      {booking.fullName}
                    </span>
                    <span dir="auto" className="line-clamp-1 text-left text-muted wrap-anywhere">
                      {booking.eventTitle}
                    </span>
                    <span className="block text-xs text-muted tabular-nums">
                      <time dateTime={booking.startUtc}>
                        {shortDateText(booking.startUtc, viewer)}, {timeText(booking.startUtc, viewer)}
                      </time>
                    </span>
                  </span>
                  {booking.status === 'confirmed' ? (
                    <Badge tone="success">Confirmed</Badge>
                  ) : (
                    <Badge tone="danger">Canceled</Badge>
                  )}
                </Link>
              </li>
            ))}
          </ul>
          <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
            <p className="text-xs text-muted">{zoneName(viewer.timeZone)}</p>
            <Link to={paths.bookings} className={buttonClass({ size: 'sm' })}>
              All bookings
            </Link>
          </div>
        </>
      )}
    </SectionCard>
  )
}
