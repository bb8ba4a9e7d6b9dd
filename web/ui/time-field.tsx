import { Field, type FieldProps } from './field.tsx'

interface TimeFieldProps extends FieldProps {
  /** `HH:MM`, 24 hours; displayed in the browser's format. */
  value: string
  onChange: (value: string) => void
  min?: string
  max?: string
  isDisabled?: boolean
  /** The default for a cleared time, applied on leaving the field. */
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
