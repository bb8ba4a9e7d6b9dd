import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { BookingAnswer } from '../../../../contract/bookings/booking.schema.ts'
import { removeGuest } from '../../data/booking-calls.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextLink } from './detail-rows.tsx'

interface GuestListProps {
  booking: BookingAnswer['bookingData']
  canRemove: boolean
}

/** The people with a link of their own to a booking, whom its host can remove. */
export function GuestList({ booking: { id, guestLinks }, canRemove }: GuestListProps) {
  const [leaving, setLeaving] = useState<(typeof guestLinks)[number] | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isSending, setSending] = useState(false)
  const [latest, setLatest] = useState<typeof leaving>(null)
  const done = useRef<HTMLParagraphElement>(null)
  // The button that had the focus disappears.
  useEffect(() => {
    if (latest) done.current?.focus()
  }, [latest])
  const remove = async () => {
    setSending(true)
    const isDone = await removeGuest(id, leaving!.id)
    setSending(false)
    if (!isDone) return
    setOpen(false)
    setLatest(leaving)
  }
  if (guestLinks.length === 0 && !latest) return null
  return (
    <section aria-labelledby="guests">
      <h3 id="guests" className="text-xs text-muted">
        Guests
      </h3>
      <ul className="mt-1 grid gap-1">
        {guestLinks.map((link) => (
          <li key={link.id} className="flex items-center justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">
              <TextLink to={`mailto:${link.email}`}>{link.email}</TextLink>
              <span className="block text-xs text-muted">
                {link.role === 'guest' ? 'Invited' : 'Page shared'}
                {link.includesAnswers && ', sees the answers'}
              </span>
            </span>
            {canRemove && (
              <Button
                size="sm"
                variant="quiet-danger"
                aria-label={`Remove ${link.email}`}
                onClick={() => {
                  setLeaving(link)
                  setOpen(true)
                }}
              >
                <X aria-hidden="true" />
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      {latest && (
        <p ref={done} tabIndex={-1} className="mt-1 wrap-anywhere text-muted">
          Removed {latest.email}.
        </p>
      )}
      <Dialog
        role="alertdialog"
        title={`Remove ${leaving?.email}?`}
        isOpen={isOpen}
        onClose={() => {
          if (!isSending) setOpen(false)
        }}
        actions={
          <>
            <Button disabled={isSending} onClick={() => setOpen(false)}>
              Keep
            </Button>
            <Button variant="danger" isBusy={isSending} onClick={() => void remove()}>
              Remove
            </Button>
          </>
        }
      >
        <p className="text-muted">
          Their link stops working, and they won’t get any more emails about this meeting.
        </p>
      </Dialog>
    </section>
  )
}
