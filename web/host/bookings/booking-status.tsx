import { CalendarClock, CalendarX2 } from 'lucide-react'
import type { BookingStatus } from '../../../contract/booking-filters.ts'
import type { ListedBooking } from '../../../contract/booking-list.schema.ts'
import type { Viewer } from '../../../contract/viewer.ts'
import { momentText } from '../../../contract/time-text.ts'
import { Badge } from '../../ui/badge.tsx'

export const statusTexts: Record<BookingStatus, string> = { confirmed: 'Confirmed', canceled: 'Canceled' }

export function StatusBadges({ booking }: { booking: Pick<ListedBooking, 'status' | 'eventIsEnabled'> }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={booking.status === 'confirmed' ? 'success' : 'danger'} hasDot>
        {statusTexts[booking.status]}
      </Badge>
      {!booking.eventIsEnabled && <Badge tone="warning">Event Inactive</Badge>}
    </span>
  )
}

interface EntryNoticeProps {
  booking: Pick<ListedBooking, 'status' | 'calendarEntryRemovedAt' | 'calendarEntryDivergedAt'>
  viewer: Viewer
}

/** Changes that the host made to the calendar entry and that the booking didn't follow. */
export function EntryNotice({ booking, viewer }: EntryNoticeProps) {
  const { calendarEntryRemovedAt: removedAt, calendarEntryDivergedAt: divergedAt } = booking
  if (booking.status === 'canceled' || (removedAt === null && divergedAt === null)) return null
  const Icon = removedAt === null ? CalendarClock : CalendarX2
  return (
    <p className="mt-3 flex gap-2 rounded-md bg-warning-tint px-3 py-2 text-warning">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {removedAt === null
          ? `Moved in your calendar on ${momentText(divergedAt!, viewer)} to a time that can’t be booked, so the booking kept its original time.`
          : `Deleted from your calendar on ${momentText(removedAt, viewer)}, but still booked. Cancel the booking to notify the invitee.`}
      </span>
    </p>
  )
}
