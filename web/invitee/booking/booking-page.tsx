import { type ComponentType, useState } from 'react'
import { instantIn, periodStatus } from '../../../contract/events/event-periods.ts'
import type { PublicPage } from '../../../contract/pages/page-data.ts'
import type { BookingFormProps } from './booking-form.tsx'
import { EventSummary } from './event-summary.tsx'
import { FixedTime } from './fixed-time.tsx'
import { NotTakingBookings } from './not-taking-bookings.tsx'
import { OpenEvent } from './open-event.tsx'

interface BookingPageProps {
  page: PublicPage & { kind: 'booking' }
  Form: ComponentType<BookingFormProps>
}

export function BookingPage({ page, Form }: BookingPageProps) {
  // Its host may change it while the page is open.
  const [event, setEvent] = useState(page.event)
  const status = periodStatus(
    { start: instantIn(event.startDate), end: instantIn(event.endDate) },
    event.timezone,
    Date.parse(page.now),
  )
  if (status === 'active' && page.isAccepting) {
    return <OpenEvent page={page} event={event} onEvent={setEvent} Form={Form} />
  }
  if (page.booking)
    return <FixedTime page={page} booking={page.booking} event={event} onEvent={setEvent} Form={Form} />
  return (
    <article className="card booking">
      <EventSummary event={event} />
      {status !== 'active' && <NotTakingBookings status={status} page={page} />}
    </article>
  )
}
