import { SquarePen, Video, X } from 'lucide-react'
import { memo } from 'react'
import type { ListedBooking } from '../../../../contract/bookings/booking-list.schema.ts'
import type { Label } from '../../../../contract/labels/label.schema.ts'
import { meetingPlace } from '../../../../contract/bookings/meeting-place.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { EditEventLink } from '../../parts/edit-event-link.tsx'
import { dateTextOf, shortDateText, timeRangeText, zoneText } from '../../../../contract/time/time-text.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { LabelChips } from '../../../ui/label-chip.tsx'
import { labelsWith } from '../../../../contract/labels/label-options.ts'
import { EntryNotice, StatusBadges } from '../../parts/booking-details/booking-status.tsx'

interface BookingRowProps {
  booking: ListedBooking
  /** All labels of the host. */
  labels: readonly Label[]
  viewer: Viewer
  isOpen: boolean
  /** Under an event heading, the row's heading is one level lower. */
  isInGroup: boolean
  onOpen: (id: string) => void
  onCancel: (booking: ListedBooking) => void
}

/** Whether the viewer may cancel or change a booking from the list. */
export const isChangeable = ({ status, erasedAt, share }: ListedBooking) =>
  status === 'confirmed' && erasedAt === null && share?.role !== 'view'

export const BookingRow = memo(function BookingRow(props: BookingRowProps) {
  const { booking, labels, viewer, isOpen, isInGroup, onOpen, onCancel } = props
  const { title, description, fullName, email, startUtc, cancellationReason, eventTitle, share } = booking
  const isConfirmed = booking.status === 'confirmed'
  // Only its owner edits the event.
  const ownEventId = share === null ? booking.boomEventId : null
  const joinUrl = isConfirmed ? meetingPlace(booking)?.url : undefined
  const Title = isInGroup ? 'h4' : 'h3'
  const time = timeRangeText(startUtc, booking.endUtc, viewer)
  return (
    <article
      aria-label={`${title}, ${fullName}`}
      className={`relative px-4 py-2.5 transition-colors ${isOpen ? 'bg-tint outline-2 -outline-offset-2 outline-brand' : 'hover:bg-sunken'}`}
    >
      <div className="grid grid-cols-2 items-center gap-x-4 gap-y-1 @min-[50rem]:grid-cols-[11rem_minmax(0,3fr)_minmax(0,2fr)_auto]">
        <p className="col-span-2 flex min-w-0 flex-wrap gap-x-2 tabular-nums @min-[50rem]:col-span-1 @min-[50rem]:block">
          <time dateTime={startUtc} className={`font-medium ${isConfirmed ? '' : 'line-through'}`}>
            {time}
          </time>
          <span className="block truncate text-xs leading-5 text-muted">{zoneText(startUtc, viewer)}</span>
        </p>
        <div className="min-w-0">
          <Title className="leading-5 font-semibold wrap-anywhere">
            {/* The whole row is clickable, and the buttons lie above it. */}
            <button
              type="button"
              data-opens={booking.id}
              aria-label={`${title}, ${fullName}, ${dateTextOf(startUtc, viewer)}, ${time}`}
              aria-current={isOpen || undefined}
              onClick={() => onOpen(booking.id)}
              dir="auto"
              className="block max-w-full truncate text-left after:absolute after:inset-0"
            >
              {fullName}
            </button>
          </Title>
          {booking.erasedAt === null && <p className="truncate text-xs leading-5 text-muted">{email}</p>}
        </div>
        <div className="min-w-0">
          <p dir="auto" className="truncate text-left leading-5">
            {title}
          </p>
          <p className="flex min-w-0 gap-x-2 text-xs leading-5 text-muted">
            <span className="shrink-0">{booking.duration} minutes</span>
            {eventTitle !== title && <bdi className="truncate">{eventTitle}</bdi>}
            {share && (
              <span className="truncate">
                Shared by <bdi>{share.ownerName}</bdi>
              </span>
            )}
            {description && <bdi className="truncate">{description}</bdi>}
          </p>
        </div>
        <div className="relative flex flex-wrap items-center gap-1.5 @max-[50rem]:col-span-2 @min-[50rem]:justify-end">
          <StatusBadges booking={booking} />
          {joinUrl && (
            <a
              href={joinUrl}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Join ${title}, ${fullName} (opens in a new tab)`}
              className={buttonClass({ size: 'sm' })}
            >
              <Video aria-hidden="true" />
              Join
            </a>
          )}
          {ownEventId !== null && (
            <EditEventLink
              eventId={ownEventId}
              aria-label={`Event ${eventTitle}`}
              className={buttonClass({ size: 'sm', variant: 'quiet' })}
            >
              <SquarePen aria-hidden="true" />
              Event
            </EditEventLink>
          )}
          {isChangeable(booking) && (
            <Button
              size="sm"
              variant="quiet-danger"
              aria-label={`Cancel ${title}, ${fullName}`}
              onClick={() => onCancel(booking)}
            >
              <X aria-hidden="true" />
              Cancel
            </Button>
          )}
        </div>
      </div>
      <LabelChips labels={labelsWith(labels, booking.labelIds)} className="mt-2" />
      {booking.canceledAt !== null && (
        <p className="mt-1 line-clamp-2 text-sm text-muted wrap-anywhere">
          Canceled on {shortDateText(booking.canceledAt, viewer)}
          {cancellationReason && <>: {cancellationReason}</>}
        </p>
      )}
      <EntryNotice booking={booking} viewer={viewer} hostName={share?.ownerName} />
    </article>
  )
})
