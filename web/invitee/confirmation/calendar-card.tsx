import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import { calendarFilePath } from '../../../contract/pages/page-paths.ts'
import { calendarLinks } from './calendar-links.ts'

/** Links, so that they work before hydration. */
export function CalendarCard({ booking }: { booking: BookingAnswer }) {
  return (
    <section className="card block" aria-labelledby="add-to-calendar">
      <h2 id="add-to-calendar">Add to calendar</h2>
      <ul className="choices-grid">
        {calendarLinks(booking).map(({ name, href }) => (
          <li key={name}>
            <a
              className="button quiet"
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              referrerPolicy="no-referrer"
            >
              {name}
              <span className="hidden"> (opens in a new tab)</span>
            </a>
          </li>
        ))}
        <li>
          <a className="button quiet" href={calendarFilePath(booking.bookingData.id)} download="invite.ics">
            .ics file
          </a>
        </li>
      </ul>
    </section>
  )
}
