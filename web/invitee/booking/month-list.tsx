import type { Slot } from '../../../contract/events/slot.schema.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import { dayText } from '../../../contract/time/time-text.ts'
import { slotText } from '../../../contract/time/with-offset.ts'

interface MonthListProps {
  slotsByDay: ReadonlyMap<number, readonly Slot[]>
  isListed: (day: number) => boolean
  viewer: Viewer
}

/**
 * The month's other days as text for browsers without JavaScript. Only the server renders it: formatting every time of
 * a month would be a good part of hydration.
 */
export function MonthList({ slotsByDay, isListed, viewer }: MonthListProps) {
  if (typeof document !== 'undefined') return <noscript />
  return (
    <noscript>
      <div className="month-list">
        <p className="hint">Enable JavaScript to book one of these times.</p>
        {[...slotsByDay]
          .filter(([day]) => isListed(day))
          .map(([day, slots]) => (
            <div key={day}>
              <h3>{dayText(day, viewer, { weekday: 'long', month: 'long', day: 'numeric' })}</h3>
              <p>{slots.map((slot) => slotText(slot, viewer)).join(', ')}</p>
            </div>
          ))}
      </div>
    </noscript>
  )
}
