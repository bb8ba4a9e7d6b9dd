import { CalendarClock, CalendarSync, CalendarX2, type LucideIcon, MailX, VideoOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BookingAnswer } from '../../../../contract/bookings/booking.schema.ts'
import type { ListedBooking } from '../../../../contract/bookings/booking-list.schema.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { momentText } from '../../../../contract/time/time-text.ts'
import { ENTRY_LATE_AFTER_MS } from '../../../../contract/bookings/rate-limits.ts'
import { statusTexts } from '../../../texts/booking-texts.ts'
import { heldMailTexts } from './held-mail-texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { useNow } from '../../../ui/use-now.ts'

interface StatusBadgesProps {
  booking: Pick<ListedBooking, 'status' | 'eventIsEnabled' | 'boomEventId'>
}

export function StatusBadges({ booking }: StatusBadgesProps) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={booking.status === 'confirmed' ? 'success' : 'danger'} hasDot>
        {statusTexts[booking.status]}
      </Badge>
      {!booking.eventIsEnabled && (
        <Badge tone="warning">{booking.boomEventId === null ? 'Event Deleted' : 'Event Inactive'}</Badge>
      )}
    </span>
  )
}

interface EntryNoticeProps {
  booking: Pick<
    ListedBooking,
    | 'status'
    | 'endUtc'
    | 'calendarEntryRemovedAt'
    | 'calendarEntryDivergedAt'
    | 'calendarEntryPendingSince'
    | 'isCalendarEntryRefused'
    | 'hasVideoCallFailed'
  >
  viewer: Viewer
  /** Whose booking it is, if it is shared. */
  hostName?: string | undefined
}

/**
 * What the host has to know about a booking's calendar entry: changes that weren't followed, or a missing video call.
 */
export function EntryNotice({ booking, viewer, hostName }: EntryNoticeProps) {
  const { calendarEntryRemovedAt: removedAt, calendarEntryDivergedAt: divergedAt } = booking
  const since = booking.calendarEntryPendingSince
  const pending = since !== null && <PendingNotice booking={booking} since={since} viewer={viewer} />
  if (booking.status === 'canceled') return pending
  return (
    <>
      {pending}
      {removedAt !== null ? (
        <Notice Icon={CalendarX2}>
          {`Deleted from your calendar on ${momentText(removedAt, viewer)}, but still booked. Cancel the booking to notify the invitee.`}
        </Notice>
      ) : (
        divergedAt !== null && (
          <Notice Icon={CalendarClock}>
            {`Moved in your calendar on ${momentText(divergedAt, viewer)} to a time that can’t be booked, so the booking kept its original time.`}
          </Notice>
        )
      )}
      {booking.hasVideoCallFailed && !booking.isCalendarEntryRefused && (
        <Notice Icon={VideoOff}>
          {hostName === undefined
            ? 'Your calendar couldn’t create a Google Meet link. Tell the invitee how to join, and choose another meeting type for the event.'
            : `${hostName}’s calendar couldn’t create a Google Meet link. Tell the invitee how to join.`}
        </Notice>
      )}
    </>
  )
}

function PendingNotice({ booking, since, viewer }: EntryNoticeProps & { since: string }) {
  const now = useNow()
  const isLate = Date.parse(since) < now - ENTRY_LATE_AFTER_MS && now < Date.parse(booking.endUtc)
  const isCanceled = booking.status === 'canceled'
  if (booking.isCalendarEntryRefused && now < Date.parse(booking.endUtc)) {
    return (
      <Notice Icon={CalendarX2}>
        {isCanceled
          ? 'Your calendar didn’t let us remove this booking. Please delete it there.'
          : `Your calendar didn’t accept the latest state of this booking. Please add or correct it there${booking.hasVideoCallFailed ? ', and tell the invitee how to join' : ''}.`}
      </Notice>
    )
  }
  if (!isLate) return null
  return (
    <Notice Icon={CalendarSync}>
      {isCanceled
        ? 'This booking may still be in your calendar. We’ve been trying to remove it'
        : 'This booking isn’t up to date in your calendar. We’ve been trying to update it'}
      {` since ${momentText(since, viewer)}, and will keep trying.`}
    </Notice>
  )
}

/** Who hasn't heard of a booking because of a limit on emails. */
export function HeldMailNotice({ heldMails }: Pick<BookingAnswer['bookingData'], 'heldMails'>) {
  return heldMailTexts(heldMails).map((text) => (
    <Notice key={text} Icon={MailX}>
      {text}
    </Notice>
  ))
}

function Notice({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="mt-3 flex gap-2 rounded-md bg-warning-tint px-3 py-2 text-warning">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}
