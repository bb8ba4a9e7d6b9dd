import { useEffect, useRef, useState } from 'react'
import type { ListedEvent } from '../../../../contract/events/event.schema.ts'
import { counted } from '../../../../contract/events/rules-text.ts'
import { cancelEvent } from '../../data/booking-change-calls.ts'
import { deleteEvent } from '../../data/event-calls.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RestoreFocus } from '../../../ui/restore-focus.tsx'
import { TextArea } from '../../../ui/text-field.tsx'

interface DeleteEventDialogProps {
  event: ListedEvent
  isOpen: boolean
  onClose: () => void
}

/** Asks what happens to the upcoming bookings of an event that is deleted. */
export function DeleteEventDialog({ event, isOpen, onClose }: DeleteEventDialogProps) {
  const { title, upcomingBookingsCount: count } = event
  const [cancels, setCancels] = useState(false)
  const [reason, setReason] = useState('')
  const [isSending, setIsSending] = useState(false)
  const main = useRef(document.getElementById('main'))
  /** Whether the button that opened the dialog goes with its event. */
  const isDeleted = useRef(false)
  useEffect(() => {
    if (isOpen) isDeleted.current = false
  }, [isOpen])
  const bookings = counted(count, 'upcoming booking')

  async function remove() {
    if (!cancels) {
      isDeleted.current = true
      onClose()
      return deleteEvent(event)
    }
    setIsSending(true)
    const isDone = await cancelEvent(event, reason.trim())
    setIsSending(false)
    if (!isDone) return
    isDeleted.current = true
    onClose()
  }

  return (
    <Dialog
      role="alertdialog"
      title={
        <>
          Delete “<bdi>{title}</bdi>”?
        </>
      }
      isOpen={isOpen}
      onClose={() => {
        if (!isSending) onClose()
      }}
      actions={
        <>
          <Button disabled={isSending} onClick={onClose}>
            Keep event
          </Button>
          <Button
            variant="danger"
            disabled={cancels && reason.trim() === ''}
            isBusy={isSending}
            onClick={() => void remove()}
          >
            {cancels ? 'Delete and cancel bookings' : 'Delete event'}
          </Button>
        </>
      }
    >
      <RestoreFocus target={main} isDoomed={isDeleted} />
      <p className="text-muted wrap-anywhere">
        {cancels
          ? `Nobody can book it anymore, and its ${bookings} ${count === 1 ? 'is' : 'are'} canceled. Canceled bookings can’t be restored.`
          : `Nobody can book it anymore. Its ${bookings} ${count === 1 ? 'stays' : 'stay'} in your calendar.`}
      </p>
      <label className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-brand"
          checked={cancels}
          onChange={({ target }) => setCancels(target.checked)}
        />
        Cancel {count === 1 ? 'this booking' : `these ${count} bookings`} and tell everyone by email
      </label>
      {cancels && (
        <TextArea
          label="Reason for cancellation"
          isRequired
          maxLength={1000}
          value={reason}
          onChange={setReason}
        />
      )}
    </Dialog>
  )
}
