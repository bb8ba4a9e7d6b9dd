import { Video } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dayOf, startOfDay } from '../../availability/wall-time.ts'
import { labelsWith } from '../../contract/labels/label-options.ts'
import type { Label } from '../../contract/labels/label.schema.ts'
import type { ListedBooking } from '../../contract/bookings/booking-list.schema.ts'
import { meetingPlace } from '../../contract/bookings/meeting-place.ts'
import { shortDateText, timeText } from '../../contract/time/time-text.ts'
import { zoneTable } from '../../contract/time/time-zones.ts'
import type { Viewer } from '../../contract/time/viewer.ts'
import { statusTexts } from '../../web/texts/booking-texts.ts'
import { Badge } from '../../web/ui/badge.tsx'
import { buttonClass } from '../../web/ui/button.tsx'
import { LabelChips } from '../../web/ui/label-chip.tsx'
import { useNow } from '../../web/ui/use-now.ts'
import { OutOfDate } from '../ui/out-of-date.tsx'
import { useCall } from '../ui/use-call.ts'
import type { HostTimeState } from '../ui/use-host-time.ts'
import { byDay } from '../ui/by-day.ts'
import { ListState } from '../ui/list-state.tsx'

const TYPING_MS = 250
const allEvents = { event_include_disabled: 'true', event_include_archived: 'true' } as const

interface BookingListProps {
  hostTime: HostTimeState
  /** Empty for today's and upcoming bookings. */
  search: string
  onOpen: (id: string) => void
}

export function BookingList({ hostTime, search, onOpen }: BookingListProps) {
  const viewer = hostTime.time?.viewer ?? null
  const now = useNow()
  const typed = useSettled(search)
  const { data: labels = [] } = useCall('listLabels', {})
  const { data, error, isLoading, reload } = useCall('listBookings', query(typed, viewer, now))
  const isFailed = error !== null || hostTime.isFailed
  if (!data || !viewer) {
    return (
      <ListState
        isFailed={isFailed}
        isLoading={isLoading || hostTime.isLoading}
        failedText="We couldn’t load your bookings. Try again."
        onRetry={() => {
          void hostTime.reload()
          void reload()
        }}
      />
    )
  }
  return (
    <>
      {isFailed && <OutOfDate className="border-b border-line px-4 py-2.5" />}
      {data.bookings.length === 0 && (
        <p className="px-4 py-10 text-center text-muted">
          {typed === '' ? 'You have no upcoming bookings.' : 'No bookings match your search.'}
        </p>
      )}
      {byDay(data.bookings, viewer, now).map(({ day, name, bookings }) => (
        <section key={day} aria-label={name} className="px-2 pt-2.5 last:pb-2">
          <h2 className="px-2 pb-1 text-xs font-semibold text-muted">{name}</h2>
          <ul>
            {bookings.map((booking) => (
              <Row
                key={booking.id}
                booking={booking}
                labels={labelsWith(labels, booking.labelIds)}
                viewer={viewer}
                now={now}
                onOpen={onOpen}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function query(search: string, viewer: Viewer | null, now: number) {
  if (search !== '')
    return {
      query: {
        ...allEvents,
        booking_q: search,
        booking_status: 'confirmed,canceled',
        order_by: '-start_utc',
      },
    }
  if (!viewer) return null
  const table = zoneTable(viewer.timeZone)
  const today = new Date(startOfDay(table, dayOf(table, now))).toISOString()
  return { query: { ...allEvents, meeting_after: today } }
}

/** The text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

interface RowProps {
  booking: ListedBooking
  labels: readonly Label[]
  viewer: Viewer
  now: number
  onOpen: (id: string) => void
}

function Row({ booking, labels, viewer, now, onOpen }: RowProps) {
  const { id, title, fullName, startUtc, endUtc, status } = booking
  const isOver = Date.parse(endUtc) < now
  const place = status === 'confirmed' && !isOver ? meetingPlace(booking) : null
  return (
    <li className="flex flex-wrap items-center gap-x-2 rounded-md pr-2 hover:bg-sunken">
      <button
        type="button"
        data-opens={id}
        onClick={() => onOpen(id)}
        className={`flex min-w-0 flex-1 items-baseline gap-3 rounded-md px-2 py-2 text-left ${isOver ? 'text-muted' : ''}`}
      >
        <span className="w-18 shrink-0 tabular-nums">{timeText(startUtc, viewer)}</span>
        <span className="min-w-0">
          <span className="block truncate font-medium">{fullName || 'Erased invitee'}</span>
          <span className="block truncate text-xs text-muted">{title}</span>
        </span>
      </button>
      {status === 'canceled' && <Badge tone="danger">{statusTexts.canceled}</Badge>}
      {place?.url && (
        <a
          href={place.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Join ${fullName}, ${shortDateText(startUtc, viewer)} (opens in a new tab)`}
          className={buttonClass({ size: 'sm' })}
        >
          <Video aria-hidden="true" />
          Join
        </a>
      )}
      {/* Below the names, beside the time. */}
      <LabelChips labels={labels} className="w-full pb-2 pl-23" />
    </li>
  )
}
