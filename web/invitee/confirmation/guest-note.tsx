import { useState } from 'react'
import { OWN_LINK } from '../../../contract/bookings/booking-actors.ts'
import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { useHydrated } from './use-hydrated.ts'

interface GuestNoteProps {
  booking: BookingAnswer
  /** The guest removed themselves. */
  onLeft: () => void
}

/** Tells guests why they see this page, and lets them leave. */
export function GuestNote({ booking: { bookingData, access }, onLeft }: GuestNoteProps) {
  const [isAsking, setAsking] = useState(false)
  const isHydrated = useHydrated()
  const isCalendar = access.role === 'calendar'
  const title = {
    guest: 'You’re a guest',
    recipient: 'This page was shared with you',
    calendar: 'You’re viewing a calendar link',
  }[access.role as 'guest' | 'recipient' | 'calendar']
  return (
    <section className="card block" aria-labelledby="guest">
      <h2 id="guest">{title}</h2>
      <p className="hint">
        {isCalendar
          ? 'This link only shows the booking.'
          : `This link is for ${access.email}. It’s yours alone, so don’t pass it on.`}
        {!access.includesAnswers && ` ${bookingData.fullName}’s answers aren’t included.`}
      </p>
      {!isCalendar && (
        <button
          type="button"
          className="button quiet needs-script"
          disabled={!isHydrated}
          onClick={() => setAsking(true)}
        >
          Remove me
        </button>
      )}
      <RemoveDialog
        bookingId={bookingData.id}
        guestId={isAsking ? OWN_LINK : null}
        title="Remove yourself from this booking?"
        text="This link stops working, and you won’t get any more emails about this meeting."
        action="Remove me"
        onClose={() => setAsking(false)}
        onRemoved={onLeft}
      />
    </section>
  )
}
