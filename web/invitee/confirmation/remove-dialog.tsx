import { useState } from 'react'
import { CallFailed } from '../../../contract/api/client.ts'
import { call } from '../call.ts'
import { Modal } from './modal.tsx'
import { Notice } from './notice.tsx'
import { reasonOf, useSending } from './use-sending.ts'

interface RemoveDialogProps {
  bookingId: string
  /** The link to revoke; null while nobody is being removed. */
  guestId: string | null
  title: string
  text: string
  action: string
  onClose: () => void
  onRemoved: () => void
}

/** Asks before somebody is removed from a booking. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { bookingId, guestId, title, text, action, onClose, onRemoved } = props
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, send] = useSending()
  const close = () => {
    setProblem(null)
    onClose()
  }
  const remove = async () => {
    setProblem(null)
    try {
      await call('removeGuest', { params: { id: bookingId, guestId: guestId! } })
      onRemoved()
    } catch (error) {
      // The link is gone already: removed by somebody else, or by an attempt whose answer was lost.
      if (error instanceof CallFailed && error.status === 404) return onRemoved()
      setProblem(reasonOf(error))
    }
  }
  return (
    <Modal title={title} isOpen={guestId !== null} isLocked={isSending} onClose={close}>
      <p className="hint">{text}</p>
      <Notice outcome={problem === null ? null : { isDone: false, title: 'Removal Failed', text: problem }} />
      <div className="modal-actions">
        <button type="button" className="button quiet" disabled={isSending} onClick={close}>
          Keep
        </button>
        <button
          type="button"
          className="button danger"
          aria-disabled={isSending || undefined}
          onClick={() => void send(remove)}
        >
          {isSending ? 'Removing...' : action}
        </button>
      </div>
    </Modal>
  )
}
