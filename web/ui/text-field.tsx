import { Field, type FieldProps } from './field.tsx'

interface TextAreaProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  placeholder?: string
  maxLength?: number
  rows?: number
}

interface TextFieldProps extends Omit<TextAreaProps, 'rows'> {
  /**
   * `password` for secrets of other services, which browsers shouldn't fill in; the other kinds choose a touch
   * keyboard.
   */
  type?: 'text' | 'url' | 'password'
  /** For the field that a dialog starts with. */
  startsFocused?: boolean
}

/** One function for all renders, or each of them would move the focus. */
const focus = (input: HTMLInputElement | null) => input?.focus()

export function TextField({
  value,
  onChange,
  placeholder,
  maxLength,
  type = 'text',
  startsFocused = false,
  ...field
}: TextFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type={type === 'password' ? type : 'text'}
          inputMode={type === 'url' ? type : undefined}
          autoCapitalize={type === 'text' ? undefined : 'none'}
          spellCheck={type === 'text' ? undefined : false}
          className="control"
          value={value}
          placeholder={placeholder}
          maxLength={maxLength}
          ref={startsFocused ? focus : null}
          autoComplete={type === 'password' ? 'new-password' : 'off'}
          onChange={(change) => onChange(change.target.value)}
        />
      )}
    </Field>
  )
}

export function TextArea({ value, onChange, placeholder, maxLength, rows = 3, ...field }: TextAreaProps) {
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          // Grows with its text if the browser supports it, otherwise it scrolls.
          className="control field-sizing-content max-h-80 min-h-20 resize-y"
          rows={rows}
          value={value}
          placeholder={placeholder}
          maxLength={maxLength}
          onChange={(change) => onChange(change.target.value)}
        />
      )}
    </Field>
  )
}
