import { useState } from 'react'
import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import { call } from '../call.ts'
import { Modal } from './modal.tsx'
import { Notice } from './notice.tsx'
import { useHydrated } from './use-hydrated.ts'
import { reasonOf, useSending } from './use-sending.ts'

interface EraseCardProps {
  booking: BookingAnswer
  /** Whether the meeting is still to come or under way. */
  isOpen: boolean
  isForSomebody: boolean
  onErased: () => void
}

/** Lets the invitee erase what the booking says about them. */
export function EraseCard({
  booking: { bookingData, access },
  isOpen,
  isForSomebody,
  onErased,
}: EraseCardProps) {
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, send] = useSending()
  const isHydrated = useHydrated()
  if (access.role !== 'invitee' || isForSomebody) return null
  if (isOpen) {
    return (
      <p className="hint">You can erase your data from this page once the meeting is over or canceled.</p>
    )
  }
  const close = () => {
    setProblem(null)
    setAsking(false)
  }
  const erase = async () => {
    setProblem(null)
    try {
      await call('erasePersonalData', { params: { id: bookingData.id } })
      onErased()
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
  return (
    <section className="card block needs-script" aria-labelledby="your-data">
      <h2 id="your-data">Your data</h2>
      <p className="hint">Remove your name, email address and answers from this booking.</p>
      <button type="button" className="button quiet" disabled={!isHydrated} onClick={() => setAsking(true)}>
        Erase my data
      </button>
      <Modal title="Erase your data?" isOpen={isAsking} isLocked={isSending} onClose={close}>
        <p className="hint">
          Your name, email address, answers, messages and guests will be deleted. The host keeps only the
          event and its time. This can’t be undone.
        </p>
        <Notice outcome={problem === null ? null : { isDone: false, title: 'Not Erased', text: problem }} />
        <div className="modal-actions">
          <button type="button" className="button quiet" disabled={isSending} onClick={close}>
            Keep my data
          </button>
          <button
            type="button"
            className="button danger"
            aria-disabled={isSending || undefined}
            onClick={() => void send(erase)}
          >
            {isSending ? 'Erasing...' : 'Erase my data'}
          </button>
        </div>
      </Modal>
    </section>
  )
}
