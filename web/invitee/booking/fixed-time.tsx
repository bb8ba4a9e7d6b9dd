import type { BookingAnswer } from '../../../contract/booking.schema.ts'
import type { PublicPage } from '../../../contract/page-data.ts'
import { useViewer } from '../viewer.ts'
import { BookingForm } from './booking-form.tsx'
import { ChangingNote } from './changing-note.tsx'
import { EventSummary } from './event-summary.tsx'

interface FixedTimeProps {
  page: PublicPage & { kind: 'booking' }
  booking: BookingAnswer['bookingData']
}

/** A booking whose event takes no bookings anymore: everything except its time can be changed. */
export function FixedTime({ page: { event, ...page }, booking }: FixedTimeProps) {
  const viewer = useViewer(page.viewer)
  return (
    <article className="card booking">
      <EventSummary event={{ ...event, duration: booking.duration }}>
        <ChangingNote booking={booking} viewer={viewer} />
      </EventSummary>
      <div className="nothing">
        <h2>The time can’t be changed</h2>
        <p>This event isn’t accepting bookings. You can still update your details.</p>
      </div>
      <BookingForm
        event={event}
        booking={booking}
        slot={booking}
        viewer={viewer}
        onFieldsChanged={() => window.location.reload()}
      />
    </article>
  )
}
