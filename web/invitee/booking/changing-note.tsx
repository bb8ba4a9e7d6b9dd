import type { BookingAnswer } from '../../../contract/booking.schema.ts'
import { confirmationPath } from '../../../contract/event-options.ts'
import type { Viewer } from '../../../contract/viewer.ts'
import { dateTextOf, timeRangeText } from '../../../contract/time-text.ts'

interface ChangingNoteProps {
  booking: BookingAnswer['bookingData']
  viewer: Viewer
}

/** Explains that this edits an existing booking, and links back to it. */
export function ChangingNote({ booking: { id, startUtc, endUtc }, viewer }: ChangingNoteProps) {
  return (
    <div className="changing">
      <p>
        You’re editing your booking on{' '}
        <strong suppressHydrationWarning>
          {dateTextOf(startUtc, viewer)}, {timeRangeText(startUtc, endUtc, viewer)}
        </strong>
        .
      </p>
      <a href={confirmationPath(id)}>Keep it as it is</a>
    </div>
  )
}
