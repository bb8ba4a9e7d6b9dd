import { type RefObject, useState } from 'react'
import type { Slot } from '../../../contract/booking.schema.ts'
import type { ListedBooking } from '../../../contract/booking-list.schema.ts'
import { momentText, zoneText } from '../../../contract/time-text.ts'
import type { Viewer } from '../../../contract/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RestoreFocus } from '../../ui/restore-focus.tsx'
import { moveBooking } from '../data/booking-calls.ts'

export interface Dropped {
  booking: ListedBooking
  slot: Slot
}

interface MoveQuestionProps {
  dropped: Dropped
  viewer: Viewer
  isOpen: boolean
  /** Gets the focus if the booking is on another day afterwards. */
  orElse: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Asks whether a booking that was dropped on another time should move there. */
export function MoveQuestion({
  dropped: { booking, slot },
  viewer,
  isOpen,
  orElse,
  onClose,
}: MoveQuestionProps) {
  const [isSending, setIsSending] = useState(false)

  async function move() {
    setIsSending(true)
    const isDone = await moveBooking(booking.id, slot.startUtc)
    setIsSending(false)
    if (isDone) onClose()
  }

  return (
    <Dialog
      role="alertdialog"
      title="Move booking"
      isOpen={isOpen}
      onClose={() => {
        if (!isSending) onClose()
      }}
      actions={
        <>
          <Button disabled={isSending} onClick={onClose}>
            Keep time
          </Button>
          <Button variant="primary" isBusy={isSending} onClick={() => void move()}>
            Move booking
          </Button>
        </>
      }
    >
      <RestoreFocus target={orElse} />
      <p className="wrap-anywhere">
        <strong className="font-medium">{booking.title}</strong> with {booking.fullName}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 tabular-nums">
        <dt className="text-muted">Now</dt>
        <dd>{momentText(booking.startUtc, viewer)}</dd>
        <dt className="text-muted">New time</dt>
        <dd className="font-medium">{momentText(slot.startUtc, viewer)}</dd>
      </dl>
      <p className="text-muted">
        Times are in {zoneText(slot.startUtc, viewer)}. Everyone in the meeting will get an email with the new
        time.
      </p>
    </Dialog>
  )
}
