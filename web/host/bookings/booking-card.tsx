import { Link } from '@tanstack/react-router'
import { CalendarRange, Clock, Mail, SquarePen, UserRound, Users, X } from 'lucide-react'
import { memo } from 'react'
import type { ListedBooking } from '../../../contract/booking-list.schema.ts'
import type { Label } from '../../../contract/label.schema.ts'
import type { Viewer } from '../../../contract/viewer.ts'
import { paths } from '../../../contract/pages.ts'
import { dateTextOf, leafText, shortDateText, timeRangeText, zoneText } from '../../../contract/time-text.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { LabelChips } from '../../ui/label-chip.tsx'
import { labelsWith } from '../../../contract/label-options.ts'
import { EntryNotice, StatusBadges } from './booking-status.tsx'

interface BookingCardProps {
  booking: ListedBooking
  /** All labels of the host. */
  labels: readonly Label[]
  viewer: Viewer
  isOpen: boolean
  /** Under an event heading, the card's heading is one level lower. */
  isInGroup: boolean
  onOpen: (id: string) => void
  onCancel: (booking: ListedBooking) => void
}

export const BookingCard = memo(function BookingCard(props: BookingCardProps) {
  const { booking, labels, viewer, isOpen, isInGroup, onOpen, onCancel } = props
  const { title, description, fullName, email, startUtc, cancellationReason } = booking
  const isConfirmed = booking.status === 'confirmed'
  const { share } = booking
  const isCancelable = isConfirmed && booking.erasedAt === null && share?.role !== 'view'
  // Only its owner edits the event.
  const ownEventId = share === null ? booking.boomEventId : null
  const Title = isInGroup ? 'h3' : 'h2'
  const leaf = leafText(startUtc, viewer)
  const date = dateTextOf(startUtc, viewer)
  const time = timeRangeText(startUtc, booking.endUtc, viewer)
  return (
    <article
      aria-label={`${title}, ${fullName}`}
      className={`@container relative h-full rounded-lg border bg-surface p-4 shadow-sm transition-colors sm:p-5 ${
        isOpen ? 'border-brand ring-1 ring-brand' : 'border-line hover:border-line-strong'
      }`}
    >
      <div className="flex gap-4">
        {leaf && (
          <p
            aria-hidden="true"
            className={`hidden h-fit w-14 shrink-0 flex-col overflow-hidden rounded-md border border-line text-center @sm:flex ${isConfirmed ? '' : 'text-muted'}`}
          >
            <span
              className={`py-0.5 text-xs font-medium ${isConfirmed ? 'bg-tint text-on-tint' : 'bg-sunken'}`}
            >
              {leaf.month}
            </span>
            <span className="py-1 text-xl leading-7 font-semibold tabular-nums">{leaf.day}</span>
          </p>
        )}
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 font-medium tabular-nums">
              <time dateTime={startUtc} className={isConfirmed ? '' : 'line-through'}>
                {date}, {time}
              </time>
              <span className="block text-xs font-normal text-muted">{zoneText(startUtc, viewer)}</span>
            </p>
            <StatusBadges booking={booking} />
          </div>
          <Title className="mt-2 text-lg leading-snug font-semibold wrap-anywhere">
            {/* The whole card is clickable, and the buttons lie above it. */}
            <button
              type="button"
              data-opens={booking.id}
              aria-label={`${title}, ${fullName}, ${date}, ${time}`}
              aria-current={isOpen || undefined}
              onClick={() => onOpen(booking.id)}
              className="text-left after:absolute after:inset-0 after:rounded-lg"
            >
              <span className="line-clamp-2">{title}</span>
            </button>
          </Title>
          {description && (
            <p className="mt-1 line-clamp-2 text-muted text-pretty wrap-anywhere">{description}</p>
          )}
          <ul className="mt-2 grid gap-x-5 gap-y-1 text-muted @lg:grid-cols-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&>li]:flex [&>li]:min-w-0 [&>li]:gap-1.5 [&>li]:wrap-anywhere">
            <li className="text-ink">
              <UserRound aria-hidden="true" />
              <span className="line-clamp-2">{fullName}</span>
            </li>
            {booking.erasedAt === null && (
              <li>
                <Mail aria-hidden="true" />
                <span className="line-clamp-2">{email}</span>
              </li>
            )}
            <li>
              <Clock aria-hidden="true" /> {booking.duration} minutes
            </li>
            <li>
              <CalendarRange aria-hidden="true" />
              <span className="line-clamp-2">{booking.eventTitle}</span>
            </li>
            {share && (
              <li>
                <Users aria-hidden="true" />
                <span className="line-clamp-2">Shared by {share.ownerName}</span>
              </li>
            )}
          </ul>
          <LabelChips labels={labelsWith(labels, booking.labelIds)} className="mt-3" />
          {booking.canceledAt !== null && (
            <div className="mt-3 rounded-md bg-sunken px-3 py-2">
              <p className="text-xs text-muted">Canceled on {shortDateText(booking.canceledAt, viewer)}</p>
              {cancellationReason && <p className="line-clamp-3 wrap-anywhere">{cancellationReason}</p>}
            </div>
          )}
          <EntryNotice booking={booking} viewer={viewer} hostName={share?.ownerName} />
          {(ownEventId !== null || isCancelable) && (
            <div className="relative mt-3 flex w-fit flex-wrap gap-2">
              {ownEventId !== null && (
                <Link
                  to={paths.editEvent}
                  params={{ eventId: ownEventId }}
                  aria-label={`Event ${booking.eventTitle}`}
                  className={buttonClass({ size: 'sm' })}
                >
                  <SquarePen aria-hidden="true" />
                  Event
                </Link>
              )}
              {isCancelable && (
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
          )}
        </div>
      </div>
    </article>
  )
})
