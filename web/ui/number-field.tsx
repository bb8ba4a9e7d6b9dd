import { useEffect, useRef } from 'react'
import { Field, type FieldProps } from './field.tsx'

interface NumberFieldProps extends FieldProps {
  /** Null if the field is empty; NaN if it contains something else than a number, such as `2-3`. */
  value: number | null
  onChange: (value: number | null) => void
  min: number
  max: number
  step?: number
}

/** Browsers report no value for what isn't a number. */
const valueOf = ({ value, valueAsNumber, validity }: HTMLInputElement) =>
  value === '' && !validity.badInput ? null : valueAsNumber

export function NumberField({ value, onChange, min, max, step, ...field }: NumberFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // It isn't part of the value, so setting the value wouldn't clear it.
    if (value === null && input.current?.validity.badInput) input.current.value = ''
  }, [value])
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          ref={input}
          type="number"
          inputMode="numeric"
          className="control tabular-nums"
          value={value === null || Number.isNaN(value) ? '' : value}
          min={min}
          max={max}
          step={step}
          // React leaves out changes after which the browser still reports no value.
          onInput={({ currentTarget }) => onChange(valueOf(currentTarget))}
          // One that was restored from a draft is empty, and may stay that way.
          onBlur={({ target }) => Number.isNaN(value) && onChange(valueOf(target))}
          // Otherwise, scrolling the page with the pointer over a focused field changes it unnoticed.
          onWheel={(wheel) => wheel.currentTarget.blur()}
        />
      )}
    </Field>
  )
}
