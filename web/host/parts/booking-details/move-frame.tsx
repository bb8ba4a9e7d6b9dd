import { type ReactNode, type RefObject, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RestoreFocus } from '../../../ui/restore-focus.tsx'
import { moveBooking } from '../../data/booking-change-calls.ts'

/** A time that was chosen for a booking. */
export interface NewTime {
  startUtc: string
  /** Whether the host chose it although it isn't offered. */
  isAnyway: boolean
}

interface MoveFrameProps {
  role?: 'alertdialog'
  bookingId: string
  /** Null until one is chosen. */
  newTime: NewTime | null
  isOpen: boolean
  /** Gets the focus if the booking is gone, or on another day afterwards. */
  orElse: RefObject<HTMLElement | null>
  onClose: () => void
  /** The booking may still move, to another time. */
  onFailed?: () => void
  children: ReactNode
}

/** A dialog that moves a booking. */
export function MoveFrame({
  role,
  bookingId,
  newTime,
  isOpen,
  orElse,
  onClose,
  onFailed,
  children,
}: MoveFrameProps) {
  const [isSending, setIsSending] = useState(false)

  async function move({ startUtc, isAnyway }: NewTime) {
    setIsSending(true)
    const isDone = await moveBooking(bookingId, startUtc, isAnyway)
    setIsSending(false)
    if (isDone) onClose()
    else onFailed?.()
  }

  return (
    <Dialog
      {...(role && { role })}
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
          <Button
            variant="primary"
            disabled={newTime === null}
            isBusy={isSending}
            onClick={() => newTime && void move(newTime)}
          >
            Move booking
          </Button>
        </>
      }
    >
      <RestoreFocus target={orElse} />
      {children}
    </Dialog>
  )
}
