import type { RefObject } from 'react'
import type { Slot } from '../../../../contract/events/slot.schema.ts'
import type { ListedBooking } from '../../../../contract/bookings/booking-list.schema.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { MovedNotice, MoveFrame, useShownBooking } from './move-frame.tsx'
import { moveTexts } from './move-texts.ts'

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
export function MoveQuestion({ dropped, viewer, ...frame }: MoveQuestionProps) {
  const { slot } = dropped
  const { booking, isMoved, setMoved } = useShownBooking(dropped.booking)
  const texts = moveTexts(booking.startUtc, slot.startUtc, viewer)
  return (
    <MoveFrame
      role="alertdialog"
      booking={booking}
      newTime={{ startUtc: slot.startUtc, isAnyway: false }}
      onMoved={setMoved}
      {...frame}
    >
      {isMoved && (
        <MovedNotice startUtc={booking.startUtc} viewer={viewer}>
          Do you still want to move it?
        </MovedNotice>
      )}
      <p className="wrap-anywhere">
        <strong className="font-medium">{booking.title}</strong> with <bdi>{booking.fullName}</bdi>
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 tabular-nums">
        <dt className="text-muted">Now</dt>
        <dd>{texts.now}</dd>
        <dt className="text-muted">New time</dt>
        <dd className="font-medium">{texts.newTime}</dd>
      </dl>
      <p className="text-muted">
        Times are in {texts.zone}. Everyone in the meeting will get an email with the new time.
      </p>
    </MoveFrame>
  )
}
