import { type InputHTMLAttributes, type KeyboardEvent, useState } from 'react'
import type { TimeFormat } from '../../contract/time/time-formats.ts'
import { clockText, isUnreadable, parseClock, stepClock } from './clock-text.ts'

interface TimeInputProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'value' | 'onChange' | 'onBlur' | 'onKeyDown'
> {
  /** `HH:MM`, 24 hours; or the text as typed if it isn't a time. */
  value: string
  onChange: (value: string) => void
  timeFormat: TimeFormat
}

/** A time of day, typed in any usual way and shown in the time format. Browsers' own inputs ignore the setting. */
export function TimeInput({ value, onChange, timeFormat, ...attributes }: TimeInputProps) {
  /** Null while nothing is being typed. */
  const [typed, setTyped] = useState<string | null>(null)

  function type(text: string) {
    setTyped(text)
    // Text that isn't a time yet is only an error once it is finished. After that, the value follows the text, so that
    // leaving the field changes nothing: a click on a button that moved would be lost.
    const time = parseClock(text)
    if (time !== null || isUnreadable(value)) onChange(time ?? text.trim())
  }

  function finish() {
    if (typed === null) return
    const time = parseClock(typed) ?? typed.trim()
    if (time !== value) onChange(time)
    setTyped(null)
  }

  function step(event: KeyboardEvent, by: 1 | -1) {
    event.preventDefault()
    onChange(stepClock(value, by))
    setTyped(null)
  }

  return (
    <input
      autoComplete="off"
      placeholder={timeFormat === '24hour' ? 'hh:mm' : 'hh:mm AM'}
      {...attributes}
      type="text"
      value={typed ?? clockText(value, timeFormat)}
      onChange={({ target }) => type(target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp') step(event, 1)
        if (event.key === 'ArrowDown') step(event, -1)
        // Enter in the field submits the form.
        if (event.key === 'Enter') finish()
      }}
    />
  )
}
