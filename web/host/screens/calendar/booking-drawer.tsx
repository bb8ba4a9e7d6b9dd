import { type RefObject, useEffect } from 'react'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { RestoreFocus } from '../../../ui/restore-focus.tsx'
import { DetailsPanel } from '../../parts/booking-details/details-panel.tsx'
import { resumeSaving, useHostId } from '../../parts/booking-details/private-answers.ts'
import { useBookingDialogs } from '../../parts/booking-details/use-booking-dialogs.tsx'

interface BookingDrawerProps {
  /** The open booking; null for none. */
  id: string | null
  viewer: Viewer
  /** `YYYY-MM-DD` */
  today: string
  /** Gets the focus if the booking is gone, or on another day afterward. */
  orElse: RefObject<HTMLElement | null>
  onClose: () => void
}

/** A booking's details, and what the host can do about it. */
export function BookingDrawer({ id, viewer, today, orElse, onClose }: BookingDrawerProps) {
  const { dialogs, ...actions } = useBookingDialogs({ viewer, today, orElse })
  const hostId = useHostId()
  useEffect(() => resumeSaving(hostId), [hostId])
  return (
    <>
      <Drawer side="right" label="Booking details" isOpen={id !== null} onClose={onClose}>
        <RestoreFocus target={orElse} />
        {id !== null && (
          <DetailsPanel id={id} viewer={viewer} takesFocus isSheet onClose={onClose} {...actions} />
        )}
      </Drawer>
      {dialogs}
    </>
  )
}
