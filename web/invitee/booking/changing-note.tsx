import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import { confirmationPath } from '../../../contract/pages/page-paths.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import { dateTextOf, timeRangeText } from '../../../contract/time/time-text.ts'
import { forgetChanges } from './kept-changes.ts'

interface ChangingNoteProps {
  booking: BookingAnswer['bookingData']
  /** False for guests. */
  isOwn: boolean
  viewer: Viewer
}

/** Explains that this edits an existing booking, and links back to it. */
export function ChangingNote({
  booking: { id, fullName, startUtc, endUtc },
  isOwn,
  viewer,
}: ChangingNoteProps) {
  return (
    <div className="note">
      <p>
        {isOwn ? 'You’re editing your booking on' : `You’re moving ${fullName}’s booking on`}{' '}
        <strong className="notranslate" suppressHydrationWarning>
          {dateTextOf(startUtc, viewer)}, {timeRangeText(startUtc, endUtc, viewer)}
        </strong>
        .
      </p>
      <a href={confirmationPath(id)} onClick={() => forgetChanges(id)}>
        Keep it as it is
      </a>
    </div>
  )
}
