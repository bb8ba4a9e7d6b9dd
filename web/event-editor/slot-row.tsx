import { Trash2 } from 'lucide-react'
import type { TimeSlot } from '../../contract/weekly-availability.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'

interface SlotRowProps {
  id: string
  slot: TimeSlot
  error: string | null
  onChange: (slot: TimeSlot) => void
  /** Null for the only slot of a day, which stays. */
  onRemove: (() => void) | null
}

export function SlotRow({ id, slot, error, onChange, onRemove }: SlotRowProps) {
  const errorId = `${id}-error`
  const invalid = error ? { 'aria-invalid': true, 'aria-describedby': errorId } : {}
  return (
    <div>
      <div className="grid grid-cols-[minmax(0,8.5rem)_auto_minmax(0,8.5rem)_2.25rem] items-center gap-2">
        <input
          {...invalid}
          id={id}
          type="time"
          aria-label="Start time"
          className="control"
          min="00:00"
          max="23:59"
          value={slot.start}
          onChange={({ target }) => onChange({ ...slot, start: target.value })}
        />
        <span aria-hidden="true" className="text-muted">
          –
        </span>
        <input
          {...invalid}
          type="time"
          aria-label="End time"
          className="control"
          min="00:01"
          max="23:59"
          value={slot.end}
          onChange={({ target }) => onChange({ ...slot, end: target.value })}
        />
        {onRemove && (
          <Button variant="quiet-danger" size="icon" aria-label="Remove time" onClick={onRemove}>
            <Trash2 aria-hidden="true" />
          </Button>
        )}
      </div>
      <div aria-live="polite" className="not-empty:mt-1.5">
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </div>
    </div>
  )
}
