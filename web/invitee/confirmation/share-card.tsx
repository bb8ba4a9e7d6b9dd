import { useId, useRef, useState } from 'react'
import { recipientMessages } from '../../../contract/bookings/booking-messages.ts'
import { AddressBox } from '../address-box.tsx'
import { call } from '../call.ts'
import { useSessionText } from '../use-session-state.ts'
import { IncludeAnswers, LinkWarning } from './link-options.tsx'
import { Modal } from './modal.tsx'
import { Notice } from './notice.tsx'
import { useAttemptKey } from '../../data/use-attempt-key.ts'
import { useHydrated } from './use-hydrated.ts'
import { people, type RecipientsCardProps, useRecipients } from './use-recipients.ts'

export function ShareCard({
  bookingId,
  hasAnswers,
  isOpen,
  reload,
  outcome,
  onOutcome,
}: RecipientsCardProps) {
  const isHydrated = useHydrated()
  const box = useRef<HTMLTextAreaElement>(null)
  const recipients = useRecipients(
    `share:${bookingId}`,
    { none: recipientMessages.none, failed: 'Email Send Failed' },
    box,
    { reload, onOutcome },
  )
  const [message, setMessage] = useSessionText(`shareMessage:${bookingId}`)
  const attemptKey = useAttemptKey()
  const timesSent = useRef(0)
  const [isAsking, setAsking] = useState(false)
  const messageId = useId()
  const { isSending, addresses, includeAnswers } = recipients
  if (!isOpen) return <Notice outcome={outcome?.isDone === false ? outcome : null} />

  const share = () => {
    setAsking(false)
    void recipients.send(async (emails) => {
      const body = { emails, additionalMessage: message, includeAnswers }
      const { sent } = await call(
        'shareBooking',
        { params: { id: bookingId }, body },
        { headers: { 'idempotency-key': attemptKey(JSON.stringify([timesSent.current, body])) } },
      )
      // Sending the same again from now on is intended.
      timesSent.current += 1
      setMessage('')
      void reload()
      return { title: 'Emails Sent!', text: `${people(sent)} will get the link to this page by email.` }
    })
  }
  return (
    <section className="card block needs-script" aria-labelledby="share">
      <h2 id="share">Share This Confirmation Page</h2>
      <form
        noValidate
        onSubmit={(submission) => {
          submission.preventDefault()
          if (!isSending && recipients.check()) setAsking(true)
        }}
      >
        <fieldset disabled={!isHydrated}>
          <AddressBox
            ref={box}
            label="Email addresses to share with"
            value={recipients.text}
            isWrong={recipients.isWrong}
            onChange={recipients.change}
          />
          <div className="field">
            <label className="label" htmlFor={messageId}>
              Message (optional)
            </label>
            <textarea
              id={messageId}
              className="field-control"
              rows={2}
              value={message}
              onChange={({ target }) => setMessage(target.value)}
            />
          </div>
          {hasAnswers && <IncludeAnswers isOn={includeAnswers} onChange={recipients.setIncludeAnswers} />}
          <LinkWarning />
          <button type="submit" className="button quiet" aria-disabled={isSending || undefined}>
            {isSending ? 'Sending...' : 'Send emails'}
          </button>
          <Notice outcome={outcome} />
        </fieldset>
      </form>
      <Modal title="Do you trust these people?" isOpen={isAsking} onClose={() => setAsking(false)}>
        <p>
          Anyone with this link can see the booking and, if the host allows it, update it, cancel it or invite
          others. Share it only with people you trust.
        </p>
        <ul className="recipients">
          {[...new Set(addresses)].map((address) => (
            <li key={address}>{address}</li>
          ))}
        </ul>
        <div className="modal-actions">
          <button type="button" className="button quiet" onClick={() => setAsking(false)}>
            Go back
          </button>
          <button type="button" className="button primary" onClick={share}>
            Yes, send emails
          </button>
        </div>
      </Modal>
    </section>
  )
}
