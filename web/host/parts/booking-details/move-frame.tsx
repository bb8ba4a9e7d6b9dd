import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { momentText } from '../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { withOffset } from '../../../../contract/time/with-offset.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RestoreFocus } from '../../../ui/restore-focus.tsx'
import { moveBooking } from '../../data/booking-change-calls.ts'
import { useBack } from './use-back.ts'

/** A time that was chosen for a booking. */
export interface NewTime {
  startUtc: string
  /** Whether the host chose it although it isn't offered. */
  isAnyway: boolean
}

interface Shown {
  id: string
  startUtc: string
}

/**
 * A booking as its dialog shows it: where it was when the dialog opened, or where it was moved since. `isMoved`: whether
 * it was.
 */
export function useShownBooking<Of extends Shown>(opened: Of) {
  const [moved, setMoved] = useState<{ opened: Of; startUtc: string } | null>(null)
  const isMoved = moved !== null && moved.opened === opened
  return {
    booking: isMoved ? { ...opened, startUtc: moved.startUtc } : opened,
    isMoved,
    setMoved: (startUtc: string) => setMoved({ opened, startUtc }),
  }
}

interface MoveFrameProps {
  role?: 'alertdialog'
  /** As the dialog shows it: it moves only from there. */
  booking: Shown
  /** Null until one is chosen. */
  newTime: NewTime | null
  isOpen: boolean
  /** Gets the focus if the booking is gone, or on another day afterwards. */
  orElse: RefObject<HTMLElement | null>
  onClose: () => void
  /** The booking may still move, to another time. */
  onFailed?: () => void
  /** The booking was moved to this start in the meantime. */
  onMoved: (startUtc: string) => void
  children: ReactNode
}

/** A dialog that moves a booking. */
export function MoveFrame({
  role,
  booking,
  newTime,
  isOpen,
  orElse,
  onClose,
  onFailed,
  onMoved,
  children,
}: MoveFrameProps) {
  const [isSending, setIsSending] = useState(false)

  const close = () => {
    if (!isSending) onClose()
  }
  useBack(isOpen, close)

  async function move({ startUtc, isAnyway }: NewTime) {
    setIsSending(true)
    const outcome = await moveBooking(booking, startUtc, isAnyway)
    setIsSending(false)
    if (outcome === 'done') onClose()
    else if (outcome === 'failed') onFailed?.()
    else onMoved(outcome.startUtc)
  }

  return (
    <Dialog
      {...(role && { role })}
      title="Move booking"
      isOpen={isOpen}
      onClose={close}
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

interface MovedNoticeProps {
  /** Where the booking was moved. */
  startUtc: string
  viewer: Viewer
  /** What to do now. */
  children: string
}

/** Gets the focus, because the button that had it may be off. */
export function MovedNotice({ startUtc, viewer, children }: MovedNoticeProps) {
  const notice = useRef<HTMLParagraphElement>(null)
  useEffect(() => notice.current?.focus(), [startUtc])
  return (
    <p ref={notice} role="alert" tabIndex={-1} className="text-danger outline-none">
      This booking was moved to {withOffset(momentText(startUtc, viewer), startUtc, viewer)} in the meantime.{' '}
      {children}
    </p>
  )
}
