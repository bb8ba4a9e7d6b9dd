import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ListedEvent } from '../../../../contract/events/event.schema.ts'
import { Button } from '../../../ui/button.tsx'
import { currentEvent, deleteEvent } from '../../data/event-calls.ts'

interface DeleteEventButtonProps {
  event: ListedEvent
  /** Opens the dialog that asks what happens to the event's bookings. */
  onAsk: (event: ListedEvent) => void
  size: 'icon' | 'sm'
  className?: string
  'aria-label'?: string
  children?: ReactNode
}

/** Deletes an event without upcoming bookings at once. */
export function DeleteEventButton({ event: listed, onAsk, children, ...look }: DeleteEventButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const remove = async (button: HTMLElement) => {
    setIsBusy(true)
    // It may have been booked since.
    const event = await currentEvent(listed)
    setIsBusy(false)
    if (event.upcomingBookingsCount > 0) return onAsk(event)
    // The button is about to disappear.
    if (document.activeElement === button)
      button.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
    await deleteEvent(event)
  }
  return (
    <Button
      {...look}
      variant="quiet-danger"
      isBusy={isBusy}
      onClick={(press) => void remove(press.currentTarget)}
    >
      {!isBusy && <Trash2 aria-hidden="true" />}
      {children}
    </Button>
  )
}
