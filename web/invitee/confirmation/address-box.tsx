import { type Ref, useId } from 'react'

interface AddressBoxProps {
  ref: Ref<HTMLTextAreaElement>
  label: string
  value: string
  isWrong: boolean
  onChange: (value: string) => void
}

/** Where addresses are typed, with commas between them. */
export function AddressBox({ ref, label, value, isWrong, onChange }: AddressBoxProps) {
  const id = useId()
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
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className="hint" id={`${id}-hint`}>
        Separate multiple addresses with commas.
      </p>
    </div>
  )
}

/** What somebody should know before they hand the page to others. */
export function LinkWarning() {
  return (
    <p className="warning">
      Recipients receive a link to this page. They can use it to update, cancel or invite others if the host
      allows it.
    </p>
  )
}
