import { type Ref, useId } from 'react'

interface AddressBoxProps {
  ref: Ref<HTMLTextAreaElement>
  label: string
  value: string
  isWrong: boolean
  onChange: (value: string) => void
}

/** A box for comma-separated addresses. */
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

interface IncludeAnswersProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Without it, recipients see the booking but not the invitee's answers. */
export function IncludeAnswers({ isOn, onChange }: IncludeAnswersProps) {
  return (
    <label className="choice">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      Include the answers
    </label>
  )
}

/** The warning about what recipients can do. */
export function LinkWarning() {
  return (
    <p className="warning">
      Recipients receive a link to this page. They can use it to update, cancel or invite others if the host
      allows it.
    </p>
  )
}
