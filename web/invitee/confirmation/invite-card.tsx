import { useRef } from 'react'
import { AddressBox } from '../address-box.tsx'
import { call } from '../call.ts'
import { IncludeAnswers, LinkWarning } from './link-options.tsx'
import { Notice } from './notice.tsx'
import { useHydrated } from './use-hydrated.ts'
import { people, type RecipientsCardProps, useRecipients } from './use-recipients.ts'

export function InviteCard({
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
    `invite:${bookingId}`,
    { none: 'Please enter at least one email address to invite.', failed: 'Invite Failed' },
    box,
    { reload, onOutcome },
  )
  const { isSending, addresses, includeAnswers } = recipients
  if (!isOpen) return <Notice outcome={outcome?.isDone === false ? outcome : null} />

  const invite = () =>
    recipients.send(async (emails) => {
      const { sent } = await call('inviteUsers', {
        params: { id: bookingId },
        body: { emails, includeAnswers },
      })
      void reload()
      return { title: 'Invites Sent!', text: invitedText(sent) }
    })
  return (
    <section className="card block needs-script" aria-labelledby="invite">
      <h2 id="invite">Invite People</h2>
      <form
        noValidate
        onSubmit={(submission) => {
          submission.preventDefault()
          if (!isSending && recipients.check()) void invite()
        }}
      >
        <fieldset disabled={!isHydrated}>
          <AddressBox
            ref={box}
            label="Email addresses to invite"
            value={recipients.text}
            isWrong={recipients.isWrong}
            onChange={recipients.change}
          />
          {hasAnswers && <IncludeAnswers isOn={includeAnswers} onChange={recipients.setIncludeAnswers} />}
          <LinkWarning />
          <button type="submit" className="button quiet" aria-disabled={isSending || undefined}>
            {isSending
              ? 'Sending...'
              : addresses.length > 1
                ? `Send ${addresses.length} invites`
                : 'Send invites'}
          </button>
          <Notice outcome={outcome} />
        </fieldset>
      </form>
    </section>
  )
}

/** Doesn't say who takes part already. */
const invitedText = (sent: number) =>
  `${people(sent)} will get an invitation by email, unless they’re already part of this meeting.`
