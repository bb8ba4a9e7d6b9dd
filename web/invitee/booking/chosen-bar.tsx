import type { Slot } from '../../../contract/booking.schema.ts'
import type { Viewer } from '../../../contract/viewer.ts'
import { timeText, weekdayText } from '../../../contract/time-text.ts'

/** The id of the form's heading. */
export const FORM_HEADING = 'your-details'

/** On a phone the form is far below the times, so the selected time stays visible with a link to the form. */
export function ChosenBar({ slot, viewer }: { slot: Slot | null; viewer: Viewer }) {
  return (
    <div className="chosen needs-script" data-chosen={slot !== null || undefined}>
      <p aria-live="polite">
        {slot ? (
          <>
            <strong suppressHydrationWarning>{weekdayText(slot.startUtc, viewer)}</strong>
            <span suppressHydrationWarning>{timeText(slot.startUtc, viewer)}</span>
          </>
        ) : (
          <span>Select a time to continue.</span>
        )}
      </p>
      {slot && (
        <button type="button" className="button primary" onClick={toForm}>
          Continue
        </button>
      )}
    </div>
  )
}

function toForm() {
  const heading = document.getElementById(FORM_HEADING)
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}
