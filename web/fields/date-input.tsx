import { type InputHTMLAttributes, useLayoutEffect, useRef } from 'react'
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
  const input = useRef<HTMLInputElement>(null)
  const isTyped = useRef(false)
  useLayoutEffect(() => {
    // The input that had the focus is gone. Elsewhere, somebody may be typing already.
    if (isTyped.current && document.activeElement === document.body) input.current?.focus()
    isTyped.current = false
  })
  return (
    <input
      {...attributes}
      // Chromium takes no keys in an input that has become a date with the focus in it.
      key={String(isOther)}
      ref={input}
      type={isOther ? 'text' : 'date'}
      max={isOther ? undefined : '9999-12-31'}
      value={value}
      onChange={({ target }) => {
        isTyped.current = target === document.activeElement
        onChange(target.value)
      }}
    />
  )
}
