import { Field, type FieldProps } from './field.tsx'

interface TimeFieldProps extends FieldProps {
  /** `HH:MM`, 24 hours; shown as the reader's language writes times. */
  value: string
  onChange: (value: string) => void
  min?: string
  max?: string
  isDisabled?: boolean
  /** What stands in for a time that was emptied, once the field is left. */
  whenEmpty: string
}

export function TimeField({ value, onChange, min, max, isDisabled, whenEmpty, ...field }: TimeFieldProps) {
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
          onBlur={({ target }) => {
            if (target.value === '') onChange(whenEmpty)
          }}
        />
      )}
    </Field>
  )
}
