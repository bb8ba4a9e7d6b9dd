import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import { cancelMessages } from '../../../contract/bookings/booking-messages.ts'
import { CallFailed } from '../../../contract/api/client.ts'
import { plainText } from '../../../contract/plain-text.ts'
import { call } from '../call.ts'
import { dropCopy } from '../drop-copy.ts'
import { useSessionText } from '../use-session-state.ts'
import { Modal } from './modal.tsx'
import { Notice, type Outcome } from './notice.tsx'
import { reasonOf, useSending } from './use-sending.ts'

interface CancelDialogProps {
  isOpen: boolean
  /** False if the booking was canceled elsewhere, or has started, while this was open. */
  canCancel: boolean
  booking: BookingAnswer
  reload: () => Promise<BookingAnswer | null>
  onClose: () => void
  onCanceled: (booking: BookingAnswer) => void
}

export function CancelDialog(props: CancelDialogProps) {
  const { isOpen, canCancel, booking, reload, onClose, onCanceled } = props
  const { id } = booking.bookingData
  const [typed, setTyped] = useSessionText(`cancellation:${id}`)
  // As the server stores it, so that the page recognizes it.
  const reason = plainText(typed)
  const [problem, setProblem] = useState<(Outcome & { isOfReason: boolean }) | null>(null)
  const [isSending, send] = useSending()
  const box = useRef<HTMLTextAreaElement>(null)
  const boxId = useId()

  const done = (canceled: BookingAnswer) => {
    setTyped('')
    setProblem(null)
    onCanceled(canceled)
  }
  const isCanceledAfterAll = problem !== null && !problem.isOfReason && isCanceledBecause(booking, reason)
  const finish = useEffectEvent(() => onCanceled(booking))
  // The page learned that a failed attempt succeeded: its response was lost.
  useEffect(() => {
    if (isCanceledAfterAll) finish()
  }, [isCanceledAfterAll])
  const cancel = async () => {
    setProblem(null)
    try {
      await call('cancelBooking', {
        params: { id },
        body: { canceledBy: 'invitee', canceledVia: 'confirmationPage', cancellationReason: reason },
      })
      await dropCopy(id)
      done((await reload()) ?? canceledNow(booking, reason))
    } catch (error) {
      const text = reasonOf(error)
      if ((error as CallFailed).status === 409 || (error as CallFailed).status === 403) {
        const now = await reload()
        // The response to an earlier attempt was lost, and it was canceled with this reason.
        if (now && isCanceledBecause(now, reason)) return done(now)
      }
      setProblem({ isDone: false, isOfReason: false, title: 'Cancellation Failed', text })
    }
  }
  const submit = (submission: FormEvent) => {
    submission.preventDefault()
    if (reason !== '') return void send(cancel)
    setProblem({
      isDone: false,
      isOfReason: true,
      title: 'Cancellation Reason Required',
      text: cancelMessages.reason,
    })
    box.current?.focus()
  }
  return (
    <Modal
      title="Cancel Booking"
      isOpen={isOpen}
      isLocked={isSending}
      onClose={() => {
        setProblem(null)
        onClose()
      }}
    >
      <p className="hint">
        This cannot be undone. Everyone in the meeting will get an email with your reason.
      </p>
      <form onSubmit={submit} noValidate>
        <div className="field">
          <label className="label" htmlFor={boxId}>
            Reason for canceling
            <span aria-hidden="true" className="field-required">
              {' *'}
            </span>
          </label>
          <textarea
            ref={box}
            id={boxId}
            className="field-control"
            rows={3}
            required
            value={typed}
            aria-invalid={problem?.isOfReason || undefined}
            onChange={({ target }) => {
              setTyped(target.value)
              if (problem?.isOfReason) setProblem(null)
            }}
          />
        </div>
        <Notice outcome={problem} />
        <div className="modal-actions">
          <button type="button" className="button quiet" disabled={isSending} onClick={onClose}>
            {canCancel ? 'Keep Booking' : 'Close'}
          </button>
          {canCancel && (
            <button type="submit" className="button danger" aria-disabled={isSending || undefined}>
              {isSending ? 'Canceling...' : 'Cancel Booking'}
            </button>
          )}
        </div>
      </form>
    </Modal>
  )
}

const isCanceledBecause = ({ bookingData: booking, access }: BookingAnswer, reason: string) =>
  booking.status === 'canceled' &&
  booking.canceledBy === actingAs(access) &&
  booking.cancellationReason === reason

const actingAs = ({ role }: BookingAnswer['access']) =>
  role === 'invitee' ? ('invitee' as const) : ('guest' as const)

function canceledNow({ bookingData, eventData, access }: BookingAnswer, reason: string): BookingAnswer {
  const canceled = {
    ...bookingData,
    status: 'canceled' as const,
    canceledBy: actingAs(access),
    canceledAt: new Date().toISOString(),
    cancellationReason: reason,
  }
  return { bookingData: canceled, eventData, access }
}
