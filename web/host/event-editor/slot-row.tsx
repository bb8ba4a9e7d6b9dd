import { Trash2 } from 'lucide-react'
import type { TimeSlot } from '../../../contract/weekly-availability.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'

interface SlotRowProps {
  id: string
  slot: TimeSlot
  error: string | null
  onChange: (slot: TimeSlot) => void
  /** Null for a day's only slot, which can't be removed. */
  onRemove: (() => void) | null
}

export function SlotRow({ id, slot, error, onChange, onRemove }: SlotRowProps) {
  const errorId = `${id}-error`
  const invalid = error ? { 'aria-invalid': true, 'aria-describedby': errorId } : {}
  return (
    <div>
      <div className="flex items-center gap-2">
        <input
          {...invalid}
          id={id}
          type="time"
          aria-label="Start time"
          className="control max-w-34 min-w-0 flex-1"
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
          className="control max-w-34 min-w-0 flex-1"
          min="00:01"
          max="23:59"
          value={slot.end}
          onChange={({ target }) => onChange({ ...slot, end: target.value })}
        />
        {onRemove ? (
          <Button variant="quiet-danger" size="icon" aria-label="Remove time" onClick={onRemove}>
            <Trash2 aria-hidden="true" />
          </Button>
        ) : (
          // Aligns the inputs of all days.
          <span className="w-9 shrink-0 pointer-coarse:w-11" />
        )}
      </div>
      <div aria-live="polite" className="not-empty:mt-1.5">
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </div>
    </div>
  )
}
