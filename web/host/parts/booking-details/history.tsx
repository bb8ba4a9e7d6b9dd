import type { BookingAnswer } from '../../../../contract/bookings/booking.schema.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { shortMomentText } from '../../../../contract/time/time-text.ts'
import { historyText } from './history-text.ts'

interface HistoryProps {
  /** Newest first. */
  steps: BookingAnswer['bookingData']['history']
  viewer: Viewer
  /** Whose booking it is, if it is shared. */
  hostName: string | undefined
}

/** Who did what to a booking. */
export function History({ steps, viewer, hostName }: HistoryProps) {
  if (steps.length === 0) return null
  return (
    <section aria-labelledby="history">
      <h3 id="history" className="text-xs text-muted">
        History
      </h3>
      <ol className="mt-1 grid gap-1">
        {steps.map((step) => (
          <li key={step.id} className="wrap-anywhere">
            {historyText(step, hostName)},{' '}
            <span className="text-muted">{shortMomentText(step.at, viewer)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
