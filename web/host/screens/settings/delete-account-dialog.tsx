import { type FormEvent, useState } from 'react'
import { DELETE_CONFIRMATION } from '../../../../contract/account/account.ts'
import { dateTextOf } from '../../../../contract/time/time-text.ts'
import { deleteAccount } from '../../data/account-calls.ts'
import { endSession } from '../../parts/session/session.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { toasts } from '../../data/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'

const FORM = 'delete-account'

export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { viewer } = useHostTime()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function submit() {
    if (typed.trim() !== DELETE_CONFIRMATION) {
      setError(`Type ${DELETE_CONFIRMATION} to confirm.`)
      return
    }
    setIsBusy(true)
    const removedOn = await deleteAccount()
    setIsBusy(false)
    if (removedOn === null) return
    endSession()
    toasts.accountDeleted(dateTextOf(removedOn, viewer))
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    // The settings form around this dialog has nothing to save now.
    event.stopPropagation()
    void submit()
  }

  return (
    <Dialog
      role="alertdialog"
      title="Delete your account?"
      isOpen
      onClose={() => {
        if (!isBusy) onClose()
      }}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Keep account
          </Button>
          <Button type="submit" form={FORM} variant="danger" isBusy={isBusy}>
            Delete Account
          </Button>
        </>
      }
    >
      <ul className="grid list-disc gap-1 pl-5 text-muted">
        <li>Your booking pages close and upcoming bookings are canceled. Everyone involved gets an email.</li>
        <li>Your subscription ends now, without a refund for the rest of the period.</li>
        <li>We give up our access to your Google Calendar.</li>
        <li>After 7 days, everything is deleted for good. Sign in before then to keep your account.</li>
      </ul>
      <form id={FORM} noValidate onSubmit={onSubmit}>
        <TextField
          id="delete-confirmation"
          label={`Type ${DELETE_CONFIRMATION} to confirm`}
          value={typed}
          error={error}
          onChange={(value) => {
            setTyped(value)
            setError(null)
          }}
        />
      </form>
    </Dialog>
  )
}
