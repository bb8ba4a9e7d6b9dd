import { Copy, Plus } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import {
  type DayAvailability,
  MAX_SLOTS_A_DAY,
  nextTimeSlot,
  timeSlotErrors,
  timeSlotMessages,
  type Weekday,
  weekdays,
} from '../../../../contract/schedules/weekly-availability.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { dayNames } from './day-names.ts'
import { SlotRow } from './slot-row.tsx'
import { slotId } from './week-errors.ts'

interface DayBlockProps {
  day: Weekday
  availability: DayAvailability
  onChange: (availability: DayAvailability) => void
  onCopy: (days: readonly Weekday[]) => void
}

const workdays = weekdays.slice(0, 5)

export function DayBlock({ day, availability, onChange, onCopy }: DayBlockProps) {
  const { enabled, slots } = availability
  const name = dayNames[day]
  const errors = timeSlotErrors(slots)
  const hasError = errors.some((message) => message !== null)
  const next = hasError ? null : nextTimeSlot(slots)
  const fullId = useId()
  const full =
    slots.length >= MAX_SLOTS_A_DAY
      ? timeSlotMessages.tooMany
      : !hasError && next === null && `${name} has no free hour left.`
  // The slot to focus after rendering: the new one, or the neighbor of a removed one.
  const goTo = useRef<number | null>(null)
  useEffect(() => {
    if (goTo.current === null) return
    document.getElementById(slotId(day, goTo.current))?.focus()
    goTo.current = null
  }, [day, slots.length])
  const setSlots = (changed: DayAvailability['slots']) => onChange({ enabled, slots: changed })

  return (
    <div
      role="group"
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-3 py-4 @xl:grid-cols-[8.5rem_minmax(0,1fr)_auto]"
    >
      <Switch
        label={name}
        isOn={enabled}
        onChange={(isOn) => onChange({ enabled: isOn, slots })}
        className="self-center @xl:self-start @xl:pt-2.5"
      />
      <div className="col-span-full row-start-2 flex min-w-0 flex-col justify-center gap-2 empty:hidden @xl:col-span-1 @xl:row-start-auto @xl:min-h-10">
        {!enabled && <p className="text-muted">Not available on {name}</p>}
        {enabled && slots.length === 0 && (
          <p className="text-muted">No hours yet. Click Add Time to add a time range.</p>
        )}
        {enabled &&
          slots.map((slot, index) => (
            <SlotRow
              // Slots have no identity; each input only depends on its value.
              key={slotId(day, index)}
              id={slotId(day, index)}
              slot={slot}
              error={errors[index] ?? null}
              onChange={(changed) => setSlots(slots.with(index, changed))}
              onRemove={
                slots.length > 1
                  ? () => {
                      goTo.current = Math.max(index - 1, 0)
                      setSlots(slots.toSpliced(index, 1))
                    }
                  : null
              }
            />
          ))}
        {enabled && full && (
          <p id={fullId} className="text-xs text-muted">
            {full}
          </p>
        )}
      </div>
      <div className="col-start-2 row-start-1 flex h-10 items-center justify-end gap-1 @xl:col-start-3">
        <Button
          size="sm"
          variant="quiet"
          disabled={!enabled || next === null || Boolean(full)}
          aria-describedby={enabled && full ? fullId : undefined}
          onClick={() => {
            if (next === null) return
            goTo.current = slots.length
            setSlots([...slots, next])
          }}
        >
          <Plus aria-hidden="true" />
          Add Time
        </Button>
        {enabled ? (
          <Menu
            label={`Copy ${name} to other days`}
            triggerClassName={buttonClass({ variant: 'quiet', size: 'icon' })}
            trigger={<Copy aria-hidden="true" />}
          >
            <MenuItem label="Copy to Monday to Friday" onAction={() => onCopy(workdays)} />
            <MenuItem label="Copy to all days" onAction={() => onCopy(weekdays)} />
            {weekdays
              .filter((other) => other !== day)
              .map((other) => (
                <MenuItem key={other} label={`Copy to ${dayNames[other]}`} onAction={() => onCopy([other])} />
              ))}
          </Menu>
        ) : (
          // Aligns the buttons of all days.
          <span className="w-9 shrink-0 pointer-coarse:w-11" />
        )}
      </div>
    </div>
  )
}
