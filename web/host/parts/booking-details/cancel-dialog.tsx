import { type RefObject, useState } from 'react'
import type { ListedBooking } from '../../../../contract/bookings/booking-list.schema.ts'
import { cancelBooking } from '../../data/booking-change-calls.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RestoreFocus } from '../../../ui/restore-focus.tsx'
import { TextArea } from '../../../ui/text-field.tsx'

export type Cancelable = Pick<ListedBooking, 'id' | 'title' | 'fullName' | 'isByLink'>

interface CancelDialogProps {
  booking: Cancelable
  /** Formatted, with its zone. */
  when: string
  isOpen: boolean
  /** Gets the focus if the booking's card is gone. */
  orElse: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Keeps the reason for the same booking, after an accidental close or a failure. */
export function CancelDialog({ booking, when, isOpen, orElse, onClose }: CancelDialogProps) {
  const [reason, setReason] = useState('')
  const [isSending, setIsSending] = useState(false)

  async function cancel() {
    setIsSending(true)
    const isDone = await cancelBooking(booking.id, reason.trim())
    setIsSending(false)
    if (!isDone) return
    setReason('')
    onClose()
  }

  return (
    <Dialog
      role="alertdialog"
      title="Cancel Booking"
      isOpen={isOpen}
      onClose={() => {
        if (!isSending) onClose()
      }}
      actions={
        <>
          <Button disabled={isSending} onClick={onClose}>
            Keep Booking
          </Button>
          <Button
            variant="danger"
            disabled={reason.trim() === ''}
            isBusy={isSending}
            onClick={() => void cancel()}
          >
            Cancel Booking
          </Button>
        </>
      }
    >
      <RestoreFocus target={orElse} />
      <div className="text-muted">
        <p className="wrap-anywhere">
          <strong className="font-medium text-ink">{booking.title}</strong> with <bdi>{booking.fullName}</bdi>
          , {when}.
        </p>
        <p className="mt-2">
          This action cannot be undone. Everyone in the meeting will get an email with your reason.
        </p>
        {booking.isByLink && (
          <p className="mt-2">
            The one-off link it was booked with can be used once more, unless it has expired or was deleted.
          </p>
        )}
      </div>
      <TextArea
        label="Reason for cancellation"
        isRequired
        maxLength={1000}
        value={reason}
        onChange={setReason}
      />
    </Dialog>
  )
}
