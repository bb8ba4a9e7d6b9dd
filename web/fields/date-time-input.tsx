import type { InputHTMLAttributes } from 'react'
import type { TimeFormat } from '../../contract/time/time-formats.ts'
import { DateInput } from './date-input.tsx'
import { TimeInput } from './time-input.tsx'

interface DateTimeInputProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'className' | 'required' | 'aria-invalid' | 'aria-describedby'
> {
  label: string
  /** `YYYY-MM-DDTHH:MM`. A part that isn't there yet is empty; without both, the value is. */
  value: string
  onChange: (value: string) => void
  timeFormat: TimeFormat
}

/** A date and a time of day. Browsers' own input for both ignores the time format. */
export function DateTimeInput({ label, value, onChange, timeFormat, ...attributes }: DateTimeInputProps) {
  const [date = '', ...rest] = value.split('T')
  const time = rest.join('T')
  const change = (newDate: string, newTime: string) =>
    onChange(newDate || newTime ? `${newDate}T${newTime}` : '')
  return (
    <div
      className="field-date-time"
      // Moving between the two parts doesn't leave the field.
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) event.stopPropagation()
      }}
    >
      <DateInput {...attributes} value={date} onChange={(newDate) => change(newDate, time)} />
      <TimeInput
        {...attributes}
        id={undefined}
        aria-label={`${label}, time`}
        value={time}
        timeFormat={timeFormat}
        onChange={(newTime) => change(date, newTime)}
      />
    </div>
  )
}
