import type { Slot } from '../../../contract/booking.schema.ts'
import type { Viewer } from '../../../contract/viewer.ts'
import { wallFromInstant } from '../../../availability/wall-time.ts'
import { zoneTable } from '../../../contract/time-zones.ts'
import { timeText } from '../../../contract/time-text.ts'

/** From this number on, a day's times are grouped by part of the day. */
const MANY = 9
const NOON = 12 * 60
const EVENING = 17 * 60

interface SlotListProps {
  slots: readonly Slot[]
  selected: string | null
  viewer: Viewer
  onSelect: (startUtc: string) => void
}

export function SlotList({ slots, selected, viewer, onSelect }: SlotListProps) {
  const groups = slots.length < MANY ? [{ name: null, slots }] : byPartOfDay(slots, viewer)
  return groups.map((group) => (
    <div key={group.name} className="slot-group">
      {group.name && <h3>{group.name}</h3>}
      <div className="slots">
        {group.slots.map(({ startUtc }) => (
          <button
            key={startUtc}
            type="button"
            className="slot"
            aria-pressed={startUtc === selected}
            onClick={() => onSelect(startUtc)}
          >
            <time dateTime={startUtc} suppressHydrationWarning>
              {timeText(startUtc, viewer)}
            </time>
          </button>
        ))}
      </div>
    </div>
  ))
}

function byPartOfDay(slots: readonly Slot[], viewer: Viewer) {
  const table = zoneTable(viewer.timeZone)
  const part = ({ startUtc }: Slot) => {
    const { minuteOfDay } = wallFromInstant(table, Date.parse(startUtc))
    return minuteOfDay < NOON ? 'Morning' : minuteOfDay < EVENING ? 'Afternoon' : 'Evening'
  }
  return (['Morning', 'Afternoon', 'Evening'] as const)
    .map((name) => ({ name, slots: slots.filter((slot) => part(slot) === name) }))
    .filter((group) => group.slots.length > 0)
}
