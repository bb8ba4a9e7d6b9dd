import { paths } from '../../../contract/pages/pages.ts'
import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import { momentText, zoneText } from '../../../contract/time/time-text.ts'

interface BannerProps {
  booking: BookingAnswer
  viewer: Viewer
  /** The visitor comes from the booking page. */
  isJustCreated: boolean
  /** The visitor is its host. */
  isForSomebody: boolean
  /** The same after changing a booking. */
  isJustChanged: boolean
}

export function Banner({
  booking: answer,
  viewer,
  isJustCreated,
  isForSomebody,
  isJustChanged,
}: BannerProps) {
  const { bookingData: booking } = answer
  const isCanceled = booking.status === 'canceled'
  return (
    <header className="card banner" data-canceled={isCanceled || undefined}>
      <svg viewBox="7 3 57 55" aria-hidden="true" className="banner-picture">
        {!isCanceled && <path className="rays" d="m48 13 4-8M54.5 20.5l7-4.5M57 29l7-.5" />}
        <circle cx="30" cy="34" r="22" />
        <path className="mark" d={isCanceled ? 'm22 26 16 16m0-16-16 16' : 'm20 34.5 7 7 13.5-15'} />
      </svg>
      <div>
        <h1 key={booking.status}>{isCanceled ? 'Booking Canceled' : 'Booking Confirmed'}</h1>
        <p className="banner-title">
          <bdi>{booking.title}</bdi>
        </p>
        {isCanceled && <Cancellation booking={answer} viewer={viewer} />}
        <div role="status">
          {!isCanceled && isJustChanged && <p className="hint">Your changes have been saved.</p>}
        </div>
        {!isCanceled && isJustCreated && !isJustChanged && (
          <p className="hint">
            {isForSomebody ? (
              <>
                You’ve booked this for <bdi>{booking.fullName}</bdi>. We’ll email them a confirmation.{' '}
                <a href={paths.bookings}>Back to Bookings</a>
              </>
            ) : (
              'You’re all set. A confirmation email is on its way.'
            )}
          </p>
        )}
      </div>
    </header>
  )
}

/** Why, by whom and when it was canceled. */
function Cancellation({ booking, viewer }: { booking: BookingAnswer; viewer: Viewer }) {
  const { canceledAt, canceledBy, cancellationReason, fullName } = booking.bookingData
  const who = {
    host: `${booking.eventData.hostName} (host)`,
    member: `${booking.eventData.hostName}’s team`,
    invitee: `${fullName} (invitee)`,
    guest: 'A guest',
  }
  return (
    <dl className="cancellation">
      {cancellationReason && (
        <div>
          <dt>Reason</dt>
          <dd>{cancellationReason}</dd>
        </div>
      )}
      {canceledBy && (
        <div>
          <dt>Canceled by</dt>
          <dd>{who[canceledBy]}</dd>
        </div>
      )}
      {canceledAt && (
        <div>
          <dt>Canceled on</dt>
          <dd suppressHydrationWarning>
            {momentText(canceledAt, viewer)}, {zoneText(canceledAt, viewer)}
          </dd>
        </div>
      )}
    </dl>
  )
}
