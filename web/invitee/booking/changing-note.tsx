import type { BookingAnswer } from '../../../contract/booking.ts'
import { confirmationPath } from '../../../contract/event-options.ts'
import type { Reader } from '../../../contract/pages.ts'
import { dateTextOf, timeRangeText } from '../../time/time-text.ts'

interface ChangingNoteProps {
  booking: BookingAnswer['bookingData']
  reader: Reader
}

/** Says that this is no new booking, and leads back to the one there is. */
export function ChangingNote({ booking: { id, startUtc, endUtc }, reader }: ChangingNoteProps) {
  return (
    <div className="changing">
      <p>
        You are changing the booking on{' '}
        <strong suppressHydrationWarning>
          {dateTextOf(startUtc, reader)}, {timeRangeText(startUtc, endUtc, reader)}
        </strong>
        .
      </p>
      <a href={confirmationPath(id)}>Back to the booking</a>
    </div>
  )
}
