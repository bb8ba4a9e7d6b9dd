import { useRef } from 'react'
import { call } from '../call.ts'
import { AddressBox, LinkWarning } from './address-box.tsx'
import { Notice } from './notice.tsx'
import { useHydrated } from './use-hydrated.ts'
import { people, type RecipientsCardProps, useRecipients } from './use-recipients.ts'

export function InviteCard({ bookingId, isOpen, reload, outcome, onOutcome }: RecipientsCardProps) {
  const isHydrated = useHydrated()
  const box = useRef<HTMLTextAreaElement>(null)
  const recipients = useRecipients(
    `invite:${bookingId}`,
    { none: 'Please enter at least one email address to invite.', failed: 'Invite Failed' },
    box,
    { reload, onOutcome },
  )
  const { isSending, addresses } = recipients
  if (!isOpen) return <Notice outcome={outcome?.isDone === false ? outcome : null} />

  const invite = () =>
    recipients.send(async (emails) => {
      const { sent } = await call('inviteUsers', { params: { id: bookingId }, body: { emails } })
      void reload()
      return { title: 'Invites Sent!', text: invitedText(sent, emails) }
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

/** The invitee and earlier guests don't get another email, so fewer may be sent than requested. */
function invitedText(sent: number, emails: readonly string[]): string {
  const before = new Set(emails.map((email) => email.toLowerCase())).size - sent
  if (sent === 0) return 'They’re already invited, so we didn’t send any new emails.'
  const invited = `${people(sent)} will get an invitation by email.`
  return before > 0
    ? `${invited} ${people(before)} ${before === 1 ? 'was' : 'were'} already invited.`
    : invited
}
