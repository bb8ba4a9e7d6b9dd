import type { ComponentType } from 'react'
import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import type { PublicEvent } from '../../../contract/events/event.schema.ts'
import type { PublicPage } from '../../../contract/pages/page-data.ts'
import { OutdatedDevice } from '../outdated-device.tsx'
import { useViewer } from '../viewer.ts'
import type { BookingFormProps } from './booking-form.tsx'
import { ChangingNote } from './changing-note.tsx'
import { EventSummary } from './event-summary.tsx'
import { isGuest } from './is-guest.ts'
import { reloadShownEvent } from './use-current-event.ts'

interface FixedTimeProps {
  page: PublicPage & { kind: 'booking' }
  booking: BookingAnswer
  event: PublicEvent
  onEvent: (event: PublicEvent) => void
  Form: ComponentType<BookingFormProps>
}

/** A booking whose event takes no bookings anymore: everything except its time can be changed. */
export function FixedTime({ page, booking: answer, event, onEvent, Form }: FixedTimeProps) {
  const booking = answer.bookingData
  const isOthers = isGuest(answer)
  const viewer = useViewer(page.viewer)
  return (
    <article className="card booking">
      <EventSummary event={{ ...event, duration: booking.duration }}>
        <ChangingNote booking={booking} isOwn={!isOthers} viewer={viewer} />
        <OutdatedDevice viewer={viewer} now={page.now} startUtc={booking.startUtc} />
      </EventSummary>
      <div className="nothing">
        <h2>The time can’t be changed</h2>
        <p>This event isn’t accepting bookings.{!isOthers && ' You can still update your details.'}</p>
      </div>
      {!isOthers && (
        <Form
          event={event}
          booking={booking}
          slot={booking}
          viewer={viewer}
          onFieldsChanged={() => reloadShownEvent(onEvent)}
        />
      )}
    </article>
  )
}
