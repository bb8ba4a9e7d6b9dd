import type { TimeFormat } from '../../contract/time/time-formats.ts'
import { TimeInput } from './time-input.tsx'
import { Field, type FieldProps } from '../ui/field.tsx'

interface TimeFieldProps extends FieldProps {
  /** `HH:MM`, 24 hours; or the text as typed if it isn't a time. */
  value: string
  onChange: (value: string) => void
  timeFormat: TimeFormat
  isDisabled?: boolean
  /** The default for a cleared time, applied on leaving the field. */
  whenEmpty: string
}

export function TimeField({ value, onChange, timeFormat, isDisabled, whenEmpty, ...field }: TimeFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <TimeInput
          {...control}
          className="control tabular-nums"
          value={value}
          timeFormat={timeFormat}
          disabled={isDisabled}
          onChange={(time) => onChange(time || whenEmpty)}
        />
      )}
    </Field>
  )
}
