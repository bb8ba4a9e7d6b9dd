import { type RefObject, useCallback, useState } from 'react'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { CancelDialog, MoveDialog } from '../lazy-dialogs.tsx'
import type { Cancelable } from './cancel-dialog.tsx'
import type { Movable } from './move-dialog.tsx'

interface BookingDialogsOptions {
  viewer: Viewer
  /** The viewer's day, `YYYY-MM-DD`. */
  today: string
  /** Gets the focus if the booking is gone. */
  orElse: RefObject<HTMLElement | null>
}

/** The dialogs that cancel and move bookings, and the functions that open them. */
export function useBookingDialogs({ viewer, today, orElse }: BookingDialogsOptions) {
  const [toCancel, setToCancel] = useState<Cancelable | null>(null)
  const [isCanceling, setIsCanceling] = useState(false)
  const [toMove, setToMove] = useState<Movable | null>(null)
  const [isMoving, setIsMoving] = useState(false)
  const onCancel = useCallback((booking: Cancelable) => {
    setToCancel(booking)
    setIsCanceling(true)
  }, [])
  const onMove = useCallback((booking: Movable) => {
    setToMove(booking)
    setIsMoving(true)
  }, [])
  const dialogs = (
    <>
      {toMove && (
        <MoveDialog
          key={`${toMove.id} ${toMove.startUtc}`}
          booking={toMove}
          viewer={viewer}
          today={today}
          isOpen={isMoving}
          orElse={orElse}
          onClose={() => setIsMoving(false)}
        />
      )}
      {toCancel && (
        <CancelDialog
          key={toCancel.id}
          booking={toCancel}
          viewer={viewer}
          isOpen={isCanceling}
          orElse={orElse}
          onClose={() => setIsCanceling(false)}
        />
      )}
    </>
  )
  return { onCancel, onMove, dialogs }
}
