import { useState } from 'react'
import type { TimeFormat } from '../../../contract/settings-options.ts'
import type { DayAvailability, Weekday } from '../../../contract/weekly-availability.ts'
import { hoursText, readHours } from '../../fields/hours-text.ts'
import { Field } from '../../ui/field.tsx'
import { dayNames } from './day-names.ts'

export const lineId = (day: Weekday) => `hours-line-${day}`

interface DayLineProps {
  day: Weekday
  availability: DayAvailability
  onChange: (availability: DayAvailability) => void
  timeFormat: TimeFormat
  /** Whether the line contains text that isn't hours, which `onChange` never gets. */
  onUnreadable: (isUnreadable: boolean) => void
}

/** A day's hours as a line of text: `9-12, 1:30-5pm`. */
export function DayLine({ day, availability, onChange, timeFormat, onUnreadable }: DayLineProps) {
  /** Null while nothing is being typed. */
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const { enabled, slots } = availability
  const saved = hoursText(enabled ? slots : [], timeFormat)

  function reset() {
    setTyped(null)
    setError(null)
    onUnreadable(false)
  }

  function finish() {
    if (typed === null) return
    const found = readHours(typed, timeFormat)
    if (!Array.isArray(found)) {
      setError(found.message)
      return onUnreadable(true)
    }
    reset()
    if (hoursText(found, timeFormat) !== saved) onChange({ enabled: found.length > 0, slots: found })
  }

  return (
    <Field
      id={lineId(day)}
      label={dayNames[day]}
      error={error}
      className="sm:grid sm:grid-cols-[6.5rem_minmax(0,1fr)] sm:items-center"
    >
      {(control) => (
        <input
          {...control}
          type="text"
          className="control tabular-nums"
          autoComplete="off"
          placeholder="9-12, 1:30-5pm"
          value={typed ?? saved}
          onChange={({ target }) => {
            setTyped(target.value)
            setError(null)
          }}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && typed !== null) {
              // It would close a dialog too.
              event.stopPropagation()
              reset()
            }
            if (event.key !== 'Enter') return
            // It would save the schedule.
            event.preventDefault()
            finish()
          }}
        />
      )}
    </Field>
  )
}
