import { useId, useState } from 'react'
import type { Answer } from '../../../contract/custom-fields/custom-fields.ts'
import { FieldControl } from '../../fields/field-control.tsx'
import { inviteeControls } from './form-answers.ts'
import type { BookingDraft } from './use-booking-draft.ts'

interface InviteeFieldsProps {
  draft: BookingDraft
  errors: Readonly<Record<string, string>>
  /** Must be a stable function. */
  onType: (name: 'fullName' | 'email', text: string) => void
  /** Null if remembering isn't offered. */
  remembering: { isOn: boolean; isRefused: boolean; change: (isWanted: boolean) => void } | null
}

const required = { description: '', options: [], isRequired: true }
const fullNameField = { ...required, type: 'single-line', label: 'Full Name' }
const emailField = { ...required, type: 'email', label: 'Email Address' }

/** The invitee's details, and whether this device remembers them. */
export function InviteeFields({ draft, errors, onType, remembering }: InviteeFieldsProps) {
  const [setFullName] = useState(() => (answer: Answer) => onType('fullName', String(answer)))
  const [setEmail] = useState(() => (answer: Answer) => onType('email', String(answer)))
  return (
    <div className="fields">
      <FieldControl
        id={inviteeControls.fullName}
        field={fullNameField}
        autoComplete="name"
        answer={draft.fullName}
        error={errors['fullName']}
        onChange={setFullName}
      />
      <FieldControl
        id={inviteeControls.email}
        field={emailField}
        answer={draft.email}
        error={errors['email']}
        onChange={setEmail}
      />
      {remembering && <Remember {...remembering} />}
    </div>
  )
}

function Remember({ isOn, isRefused, change }: NonNullable<InviteeFieldsProps['remembering']>) {
  const noteId = useId()
  return (
    <div className="field-wide">
      <label className="choice remember">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={isRefused ? noteId : undefined}
          onChange={({ target }) => change(target.checked)}
        />
        Remember my name and email on this device
      </label>
      <p className="hint" role="status" id={noteId}>
        {isRefused && 'Your browser’s privacy settings prevent saving this.'}
      </p>
    </div>
  )
}
