import { useLayoutEffect, useRef, useState } from 'react'
import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import { dropCopy } from '../drop-copy.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { useHydrated } from './use-hydrated.ts'

interface GuestListProps {
  booking: BookingAnswer
  reload: () => Promise<unknown>
}

/** The people with a link of their own, whom the invitee can remove. */
export function GuestList({ booking: { bookingData, access }, reload }: GuestListProps) {
  const [removed, setRemoved] = useState<string | null>(null)
  const [latest, setLatest] = useState<{ email: string } | null>(null)
  const done = useRef<HTMLParagraphElement>(null)
  // The button that had the focus disappears.
  useLayoutEffect(() => {
    if (latest) done.current?.focus()
  }, [latest])
  const isHydrated = useHydrated()
  const { id, guestLinks } = bookingData
  if (access.role !== 'invitee' || (guestLinks.length === 0 && !latest)) return null
  const email = guestLinks.find((link) => link.id === removed)?.email ?? ''
  return (
    <section className="card block needs-script" aria-labelledby="people">
      <h2 id="people">People with a link</h2>
      <ul className="people">
        {guestLinks.map((link) => (
          <li key={link.id}>
            <span>
              {link.email}
              <span className="hint">
                {link.role === 'guest' ? 'Guest' : 'Shared with'}
                {link.includesAnswers && ', sees the answers'}
              </span>
            </span>
            <button
              type="button"
              className="button quiet"
              disabled={!isHydrated}
              aria-label={`Remove ${link.email}`}
              onClick={() => setRemoved(link.id)}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      {latest && (
        <p ref={done} tabIndex={-1} className="hint">
          Removed {latest.email}.
        </p>
      )}
      <RemoveDialog
        bookingId={id}
        guestId={removed}
        title={`Remove ${email}?`}
        text="Their link stops working, and they won’t get any more emails about this meeting."
        action="Remove"
        onClose={() => setRemoved(null)}
        onRemoved={() => {
          setRemoved(null)
          setLatest({ email })
          void dropCopy(id).then(reload)
        }}
      />
    </section>
  )
}
