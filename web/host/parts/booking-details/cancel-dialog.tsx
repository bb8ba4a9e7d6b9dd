import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { ListedBooking } from '../../../../contract/bookings/booking-list.schema.ts'
import { momentText, zoneText } from '../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { bookingQuery } from '../../data/booking-calls.ts'
import { cancelBooking } from '../../data/booking-change-calls.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RestoreFocus } from '../../../ui/restore-focus.tsx'
import { TextArea } from '../../../ui/text-field.tsx'
import { useBack } from './use-back.ts'

export type Cancelable = Pick<ListedBooking, 'id' | 'title' | 'fullName' | 'startUtc' | 'isByLink'>

interface CancelDialogProps {
  booking: Cancelable
  viewer: Viewer
  isOpen: boolean
  /** Gets the focus if the booking's card is gone. */
  orElse: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Keeps the reason for the same booking, after an accidental close or a failure. */
export function CancelDialog({ booking, viewer, isOpen, orElse, onClose }: CancelDialogProps) {
  const [reason, setReason] = useState('')
  const [isSending, setIsSending] = useState(false)

  const close = () => {
    if (!isSending) onClose()
  }
  useBack(isOpen, close)

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
      onClose={close}
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
        <What booking={booking} viewer={viewer} />
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

/** What is canceled: where it is now, if it is moved while the dialog is open. */
function What({ booking, viewer }: Pick<CancelDialogProps, 'booking' | 'viewer'>) {
  const { data, isFetchedAfterMount } = useQuery(bookingQuery(booking.id))
  const { startUtc } = isFetchedAfterMount && data ? data.bookingData : booking
  return (
    <>
      {startUtc !== booking.startUtc && (
        <p role="alert" className="mb-2 text-danger">
          This booking was moved in the meantime. Do you still want to cancel it?
        </p>
      )}
      <p className="wrap-anywhere">
        <strong className="font-medium text-ink">{booking.title}</strong> with <bdi>{booking.fullName}</bdi>,{' '}
        {momentText(startUtc, viewer)}, {zoneText(startUtc, viewer)}.
      </p>
    </>
  )
}
