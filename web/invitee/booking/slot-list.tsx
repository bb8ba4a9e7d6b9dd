import type { Slot } from '../../../contract/events/slot.schema.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import { wallFromInstant } from '../../../availability/wall-time.ts'
import { zoneTable } from '../../../contract/time/time-zones.ts'
import { type BusyTime, clashes } from './calendar-check/busy-times.ts'
import { slotText } from '../../../contract/time/with-offset.ts'

/** From this number on, a day's times are grouped by part of the day. */
const MANY = 9
const NOON = 12 * 60
const EVENING = 17 * 60
const BUSY = 'You’re busy'

interface SlotListProps {
  slots: readonly Slot[]
  selected: string | null
  viewer: Viewer
  /** When the invitee is busy; null if that isn't known. */
  busy: readonly BusyTime[] | null
  onSelect: (startUtc: string) => void
}

export function SlotList({ slots, selected, viewer, busy, onSelect }: SlotListProps) {
  const groups = busy
    ? byClash(slots, busy)
    : slots.length < MANY
      ? [{ name: null, slots }]
      : byPartOfDay(slots, viewer)
  const filled = groups.filter((group) => group.slots.length > 0)
  return (
    // One list: a time keeps the focus when others are booked and the day no longer needs groups.
    <div className="slots">
      {filled.flatMap((group) => [
        group.name && <h3 key={group.name}>{group.name}</h3>,
        ...group.slots.map((slot) => (
          <button
            key={slot.startUtc}
            type="button"
            className="slot"
            aria-pressed={slot.startUtc === selected}
            data-busy={group.name === BUSY || undefined}
            onClick={() => onSelect(slot.startUtc)}
          >
            <time dateTime={slot.startUtc} className="notranslate" suppressHydrationWarning>
              {slotText(slot, viewer)}
            </time>
            {group.name === BUSY && <span className="hidden">, you’re busy</span>}
          </button>
        )),
      ])}
    </div>
  )
}

const byClash = (slots: readonly Slot[], busy: readonly BusyTime[]) =>
  ['Free for both', BUSY].map((name) => ({
    name,
    slots: slots.filter((slot) => clashes(slot, busy) === (name === BUSY)),
  }))

function byPartOfDay(slots: readonly Slot[], viewer: Viewer) {
  const table = zoneTable(viewer.timeZone)
  const part = ({ startUtc }: Slot) => {
    const { minuteOfDay } = wallFromInstant(table, Date.parse(startUtc))
    return minuteOfDay < NOON ? 'Morning' : minuteOfDay < EVENING ? 'Afternoon' : 'Evening'
  }
  return ['Morning', 'Afternoon', 'Evening'].map((name) => ({
    name,
    slots: slots.filter((slot) => part(slot) === name),
  }))
}
