import { Field, type FieldProps } from './field.tsx'

interface NumberFieldProps extends FieldProps {
  /** Null if the field is empty. */
  value: number | null
  onChange: (value: number | null) => void
  min: number
  max: number
  step?: number
}

export function NumberField({ value, onChange, min, max, step, ...field }: NumberFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type="number"
          inputMode="numeric"
          className="control tabular-nums"
          value={value ?? ''}
          min={min}
          max={max}
          step={step}
          onChange={({ target }) => onChange(target.value === '' ? null : target.valueAsNumber)}
          // Otherwise, scrolling the page with the pointer over a focused field changes it unnoticed.
          onWheel={(wheel) => wheel.currentTarget.blur()}
        />
      )}
    </Field>
  )
}
