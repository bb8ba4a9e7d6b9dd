import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import { bookingPath, CANCEL_HASH, updatePath } from '../../../contract/pages/page-paths.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { type ActionNotice, Notice } from './notice.tsx'
import { useHydrated } from './use-hydrated.ts'

interface QuickActionsProps extends ActionNotice {
  booking: BookingAnswer
  isUpcoming: boolean
  reload: () => Promise<BookingAnswer | null>
  onCanceled: (booking: BookingAnswer) => void
}

/** Edit and cancel if the event allows it, otherwise an explanation. */
export function QuickActions({
  booking,
  isUpcoming,
  reload,
  onCanceled,
  outcome,
  onOutcome,
}: QuickActionsProps) {
  const { bookingData, eventData, access } = booking
  // Guests can't change the invitee's details.
  const isGuest = access.role !== 'invitee'
  const [isCanceling, setCanceling] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const isHydrated = useHydrated()
  useLayoutEffect(() => {
    if (outcome) notice.current?.focus()
  }, [outcome])

  const isOpen = bookingData.status === 'confirmed' && isUpcoming
  const editAt = isOpen && eventData.allowUsersToEdit ? eventData.bookingUrlId : null
  const canCancel = isOpen && eventData.allowUsersToCancel
  useAskedToCancel(isHydrated, () => {
    if (!canCancel) return
    // Closing the dialog returns the focus to where it was.
    cancelButton.current?.focus()
    setCanceling(true)
  })
  return (
    <>
      {(editAt !== null || canCancel) && (
        <section
          className={editAt === null ? 'card block needs-script' : 'card block'}
          aria-labelledby="quick-actions"
        >
          <h2 id="quick-actions">Quick Actions</h2>
          <div className="choices-grid">
            {editAt !== null && (
              <a className="button quiet" href={updatePath(editAt, bookingData.id)}>
                {isGuest ? 'Change time' : 'Edit Booking'}
              </a>
            )}
            {canCancel && (
              <button
                ref={cancelButton}
                type="button"
                className="button quiet needs-script"
                disabled={!isHydrated}
                onClick={() => {
                  onOutcome(null)
                  setCanceling(true)
                }}
              >
                Cancel Booking
              </button>
            )}
          </div>
        </section>
      )}
      {outcome && (
        <div ref={notice} tabIndex={-1}>
          <Notice outcome={outcome} />
        </div>
      )}
      <Instead booking={booking} isUpcoming={isUpcoming} isChangeable={editAt !== null || canCancel} />
      <CancelDialog
        isOpen={isCanceling}
        canCancel={canCancel}
        booking={booking}
        reload={reload}
        onClose={() => setCanceling(false)}
        onCanceled={(canceled) => {
          onCanceled(canceled)
          setCanceling(false)
          onOutcome({
            isDone: true,
            title: 'Booking Canceled',
            text: 'The time is open again, and everyone in the meeting will get an email.',
          })
        }}
      />
    </>
  )
}

/** Calls `ask` for a link to the page that asks whether to cancel, once. */
function useAskedToCancel(isHydrated: boolean, ask: () => void): void {
  const onAsked = useEffectEvent(() => {
    if (location.hash !== CANCEL_HASH) return
    // A reload doesn't ask again.
    history.replaceState(history.state, '', location.pathname + location.search)
    ask()
  })
  useEffect(() => {
    if (!isHydrated) return
    onAsked()
    const listen = () => onAsked()
    addEventListener('hashchange', listen)
    return () => removeEventListener('hashchange', listen)
  }, [isHydrated])
}

interface InsteadProps {
  booking: BookingAnswer
  isUpcoming: boolean
  isChangeable: boolean
}

function Instead({ booking: { bookingData, eventData, access }, isUpcoming, isChangeable }: InsteadProps) {
  const isCanceled = bookingData.status === 'canceled'
  const bookAgainAt = eventData.isAcceptingBookings ? eventData.bookingUrlId : null
  if (isChangeable || (isCanceled && bookAgainAt === null)) return null
  return (
    <section className="card block">
      {bookAgainAt !== null && isCanceled ? (
        <a className="button quiet" href={bookingPath(bookAgainAt)}>
          Book another time
        </a>
      ) : isUpcoming ? (
        <p className="hint">
          {access.role === 'invitee'
            ? 'This booking can’t be changed here. To make a change, reply to your confirmation email.'
            : 'You can view this booking, but only the host and the invitee can change it.'}
        </p>
      ) : (
        <p className="hint">This meeting has already started, so it can’t be changed here.</p>
      )}
    </section>
  )
}
