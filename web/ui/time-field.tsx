import { Field, type FieldProps } from './field.tsx'

interface TimeFieldProps extends FieldProps {
  /** `HH:MM`, 24 hours; shown as the reader's language writes times. */
  value: string
  onChange: (value: string) => void
  min?: string
  max?: string
  isDisabled?: boolean
}

export function TimeField({ value, onChange, min, max, isDisabled, ...field }: TimeFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type="time"
          className="control"
          value={value}
          min={min}
          max={max}
          disabled={isDisabled}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
