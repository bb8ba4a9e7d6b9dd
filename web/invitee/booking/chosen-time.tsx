import type { Slot } from '../../../contract/events/slot.schema.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import { dateTextOf, timeRangeText, zoneText } from '../../../contract/time/time-text.ts'

/** The time being booked, next to the button. */
export function ChosenTime({ slot: { startUtc, endUtc }, viewer }: { slot: Slot; viewer: Viewer }) {
  return (
    <p className="selection notranslate">
      <strong suppressHydrationWarning>{dateTextOf(startUtc, viewer)}</strong>
      <span suppressHydrationWarning>
        {timeRangeText(startUtc, endUtc, viewer)},{' '}
        <span suppressHydrationWarning>{zoneText(startUtc, viewer)}</span>
      </span>
    </p>
  )
}
