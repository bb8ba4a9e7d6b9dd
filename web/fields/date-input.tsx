import type { InputHTMLAttributes } from 'react'
import { isDate } from '../../contract/custom-fields/field-types/wall-clock.ts'

interface DateInputProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'max' | 'value' | 'onChange'
> {
  /** `YYYY-MM-DD`; or any other text, from before the field asked for a date. */
  value: string
  onChange: (value: string) => void
}

/** A date. Browsers' own input hides any other text, so that nobody could see and correct it. */
export function DateInput({ value, onChange, ...attributes }: DateInputProps) {
  const isOther = value !== '' && !isDate(value)
  return (
    <input
      {...attributes}
      type={isOther ? 'text' : 'date'}
      max={isOther ? undefined : '9999-12-31'}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
