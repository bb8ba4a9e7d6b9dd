import { useFold } from '../../ui/use-fold.ts'
import { AddressBox } from '../address-box.tsx'
import { GUESTS_CONTROL } from './form-answers.ts'

interface GuestsFieldProps {
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

/** Who else is invited, folded until somebody is. */
export function GuestsField({ text, error, onChange }: GuestsFieldProps) {
  const [isOpen, setIsOpen] = useFold(error !== undefined)
  return (
    <details
      className="guests"
      open={isOpen ?? text !== ''}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>Add guests</summary>
      <AddressBox
        id={GUESTS_CONTROL}
        label="Guests’ emails"
        value={text}
        isWrong={error !== undefined}
        error={error}
        onChange={onChange}
      />
      <p className="hint">
        Each guest gets an invitation with a link of their own. They can use it to update, cancel or invite
        others if the host allows it.
      </p>
    </details>
  )
}
