import { type Ref, useId } from 'react'

interface AddressBoxProps {
  ref?: Ref<HTMLTextAreaElement>
  id?: string
  label: string
  value: string
  isWrong: boolean
  error?: string | undefined
  onChange: (value: string) => void
}

/** A box for comma-separated addresses. */
export function AddressBox({ ref, id: given, label, value, isWrong, error, onChange }: AddressBoxProps) {
  const own = useId()
  const id = given ?? own
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={ref}
        id={id}
        className="field-control addresses"
        rows={1}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${error ? `${id}-error ` : ''}${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
      />
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <p className="hint" id={`${id}-hint`}>
        Separate multiple addresses with commas.
      </p>
    </div>
  )
}
