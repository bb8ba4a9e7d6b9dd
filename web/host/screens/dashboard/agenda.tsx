import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MapPin, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { MINUTE } from '../../../../availability/units.ts'
import { dayOf } from '../../../../availability/wall-time.ts'
import type { ListedBooking } from '../../../../contract/bookings/booking-list.schema.ts'
import { meetViaLabels } from '../../../../contract/events/event-options.ts'
import { meetingPlace } from '../../../../contract/bookings/meeting-place.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import { dayText, timeRangeText, zoneText } from '../../../../contract/time/time-text.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { Badge } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { countdownText, meetingsAt } from './meetings.ts'

interface AgendaProps {
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>
  /** By their start; undefined while loading. */
  bookings: readonly ListedBooking[] | undefined
  now: number
  viewer: Viewer
}

/** The next meeting, and the rest of today. */
export function Agenda({ query, bookings, now, viewer }: AgendaProps) {
  if (bookings === undefined) {
    return (
      <Cards>
        <SectionCard title="Next Meeting">
          {query.isError ? (
            <LoadError
              title="We couldn’t load your meetings"
              isFetching={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          ) : (
            // As tall as a meeting, so that nothing below moves when it arrives.
            <div role="status">
              <span className="sr-only">Loading meetings...</span>
              <Skeleton className="h-7 w-48" />
              <Skeleton className="mt-1 h-[1lh] w-64 max-w-full" />
              <Skeleton className="mt-1 h-[1lh] w-32" />
              <Skeleton className="mt-4 h-10 w-40" />
            </div>
          )}
        </SectionCard>
      </Cards>
    )
  }
  const { next, laterToday } = meetingsAt(bookings, now, viewer)
  if (next === undefined) {
    return (
      <Cards>
        <SectionCard title="Next Meeting">
          {/* As tall as what shows while loading, so that nothing below moves. */}
          <p className="grid h-33.5 place-items-center text-muted">No upcoming meetings</p>
        </SectionCard>
      </Cards>
    )
  }
  return (
    <Cards>
      <NextMeeting booking={next} now={now} viewer={viewer} />
      <SectionCard title={laterToday.length === 0 ? 'Later Today' : `Later Today (${laterToday.length})`}>
        {laterToday.length === 0 ? (
          <p className="py-3 text-center text-muted">Nothing else today</p>
        ) : (
          <ul className="-mx-2 -my-1 max-h-64 overflow-y-auto">
            {laterToday.map((booking) => (
              <li key={booking.id}>
                <MeetingLink
                  booking={booking}
                  className="flex items-baseline gap-3 rounded-md p-2 hover:bg-sunken"
                >
                  <time dateTime={booking.startUtc} className="w-36 shrink-0 text-muted tabular-nums">
                    {timeRangeText(booking.startUtc, booking.endUtc, viewer)}
                  </time>
                  <span className="min-w-0 flex-1">
                    <span dir="auto" className="block truncate text-left font-medium">
                      {booking.fullName}
                    </span>
                    <span dir="auto" className="block truncate text-left text-xs text-muted">
                      {booking.title}
                    </span>
                  </span>
                </MeetingLink>
              </li>
            ))}
          </ul>
        )}
      </SectionCard>
    </Cards>
  )
}

const Cards = ({ children }: { children: ReactNode }) => (
  <div className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-4 lg:has-[>:nth-child(2)]:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
    {children}
  </div>
)

/** Join is the screen's primary action from here until the meeting ends. */
const JOIN_SOON_MS = 15 * MINUTE

function NextMeeting({ booking, now, viewer }: { booking: ListedBooking; now: number; viewer: Viewer }) {
  const { title, fullName, startUtc, endUtc, meetVia } = booking
  const [start, end] = [Date.parse(startUtc), Date.parse(endUtc)]
  const place = meetingPlace(booking)
  const isSoon = start - now <= JOIN_SOON_MS
  const date = dayText(dayOf(zoneTable(viewer.timeZone), start), viewer, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  })
  return (
    <SectionCard
      title="Next Meeting"
      action={
        <span role="timer">
          <Badge tone={isSoon ? 'success' : 'brand'} hasDot={isSoon}>
            {countdownText({ start, end, now }, viewer)}
          </Badge>
        </span>
      }
    >
      <p className="text-lg leading-7 font-semibold wrap-anywhere">
        <bdi>{title}</bdi> with <bdi>{fullName}</bdi>
      </p>
      <p className="mt-1 flex flex-wrap gap-x-2 text-muted">
        <time dateTime={startUtc} className="text-ink tabular-nums">
          {date}, {timeRangeText(startUtc, endUtc, viewer)}
        </time>
        <span>{zoneText(startUtc, viewer)}</span>
      </p>
      <p className="mt-1 flex items-center gap-2 text-muted [&_svg]:size-4 [&_svg]:shrink-0">
        {place?.url || place === null ? <Video aria-hidden="true" /> : <MapPin aria-hidden="true" />}
        <span className="min-w-0 truncate">
          {place === null || place.url ? meetViaLabels[meetVia] : place.text}
        </span>
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {place?.url && (
          <a
            href={place.url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Join ${title}, ${fullName} (opens in a new tab)`}
            className={buttonClass({ variant: isSoon ? 'primary' : 'secondary' })}
          >
            <Video aria-hidden="true" />
            Join
          </a>
        )}
        <MeetingLink booking={booking} className={buttonClass({ variant: 'quiet' })}>
          Details
        </MeetingLink>
      </div>
    </SectionCard>
  )
}

interface MeetingLinkProps {
  booking: ListedBooking
  className: string
  children: ReactNode
}

const MeetingLink = ({ booking, className, children }: MeetingLinkProps) => (
  <Link to={paths.bookings} state={{ openBooking: booking.id }} className={className}>
    {children}
  </Link>
)
