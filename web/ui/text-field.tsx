import { Field, type FieldProps } from './field.tsx'

interface TextFieldProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  placeholder?: string
  maxLength?: number
}

export function TextField({ value, onChange, placeholder, maxLength, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type="text"
          className="control"
          value={value}
          placeholder={placeholder}
          maxLength={maxLength}
          autoComplete="off"
          onChange={(change) => onChange(change.target.value)}
        />
      )}
    </Field>
  )
}

interface TextAreaProps extends TextFieldProps {
  rows?: number
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
