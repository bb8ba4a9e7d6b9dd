import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { TimeRange } from '../../../../contract/hours/weekly-availability.ts'
import { isUnreadable, UNREADABLE_TIME } from '../../../fields/clock-text.ts'
import { TimeInput } from '../../../fields/time-input.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { useHostTime } from '../time/use-host-time.ts'

interface RangeRowProps {
  id: string
  range: TimeRange
  error: string | null
  onChange: (range: TimeRange) => void
  /** Null for a day's only range, which can't be removed. */
  onRemove: (() => void) | null
}

export function RangeRow({ id, range, error, onChange, onRemove }: RangeRowProps) {
  const { timeFormat } = useHostTime()
  const errorId = `${id}-error`
  /** While a time is being typed, the message stays as it was, because half a time is often a wrong one. */
  const [kept, setKept] = useState<{ message: string | null } | null>(null)
  const current = isUnreadable(range.start) || isUnreadable(range.end) ? UNREADABLE_TIME : error
  const message = kept === null ? current : kept.message
  const input = {
    className: 'control max-w-34 min-w-22 flex-1 tabular-nums pointer-coarse:min-w-25',
    timeFormat,
    onInput: () => setKept(kept ?? { message: current }),
    ...(message && { 'aria-invalid': true, 'aria-describedby': errorId }),
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The key is pressed in its fields.
    <div onBlur={() => setKept(null)} onKeyDown={({ key }) => key === 'Enter' && setKept(null)}>
      <div className="flex flex-wrap items-center gap-2 pointer-coarse:gap-x-1.5">
        <TimeInput
          {...input}
          id={id}
          aria-label="Start time"
          value={range.start}
          onChange={(start) => onChange({ ...range, start })}
        />
        <span aria-hidden="true" className="text-muted">
          –
        </span>
        <TimeInput
          {...input}
          aria-label="End time"
          value={range.end}
          onChange={(end) => onChange({ ...range, end })}
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
        {message && <FieldError id={errorId}>{message}</FieldError>}
      </div>
    </div>
  )
}
