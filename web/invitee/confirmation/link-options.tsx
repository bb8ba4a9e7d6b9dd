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
