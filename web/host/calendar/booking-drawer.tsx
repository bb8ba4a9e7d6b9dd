import { type RefObject, useEffect, useState } from 'react'
import { momentText, zoneText } from '../../../contract/time-text.ts'
import type { Viewer } from '../../../contract/viewer.ts'
import { Drawer } from '../../ui/drawer.tsx'
import type { Cancelable } from '../booking-details/cancel-dialog.tsx'
import { DetailsPanel } from '../booking-details/details-panel.tsx'
import type { Movable } from '../booking-details/move-dialog.tsx'
import { resumeSaving, useHostId } from '../booking-details/private-answers.ts'
import { CancelDialog, MoveDialog } from '../lazy-dialogs.tsx'

interface BookingDrawerProps {
  /** The open booking; null for none. */
  id: string | null
  viewer: Viewer
  /** `YYYY-MM-DD` */
  today: string
  /** Gets the focus if the booking is gone. */
  orElse: RefObject<HTMLElement | null>
  onClose: () => void
}

/** A booking's details, and what the host can do about it. */
export function BookingDrawer({ id, viewer, today, orElse, onClose }: BookingDrawerProps) {
  const [toCancel, setToCancel] = useState<(Cancelable & { startUtc: string }) | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [toMove, setToMove] = useState<Movable | null>(null)
  const [isMoving, setIsMoving] = useState(false)
  const hostId = useHostId()
  useEffect(() => resumeSaving(hostId), [hostId])
  return (
    <>
      <Drawer side="right" label="Booking details" isOpen={id !== null} onClose={onClose}>
        {id !== null && (
          <DetailsPanel
            id={id}
            viewer={viewer}
            takesFocus
            isSheet
            onCancel={(booking) => {
              setToCancel(booking)
              setIsAsking(true)
            }}
            onMove={(booking) => {
              setToMove(booking)
              setIsMoving(true)
            }}
            onClose={onClose}
          />
        )}
      </Drawer>
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
          when={`${momentText(toCancel.startUtc, viewer)}, ${zoneText(toCancel.startUtc, viewer)}`}
          isOpen={isAsking}
          orElse={orElse}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
