import { randomUUID } from 'node:crypto'
import { queueMails } from '../../emails/queue-mails.ts'
import type { Handler } from '../../http/endpoint.ts'
import { claimIdempotencyKey, hashRequest } from '../../http/idempotency.ts'
import { addGuestLinks } from '../guest-links.ts'
import { recordHistory } from '../history.ts'
import { assertMayInvite, lockBooking } from '../lock-booking.ts'
import { takeRecipients } from '../../emails/recipient-limit.ts'
import { uniqueLowercase } from '../../recipients/count-mails.ts'
import { commitChange } from '../record-change.ts'

/** Emails each recipient a link of their own to the confirmation page. */
export const shareBooking: Handler<'shareBooking'> = async ({
  deps,
  caller,
  params,
  body,
  headers,
  request,
}) => {
  const sent = await commitChange(deps, async (tx) => {
    const locked = await lockBooking(tx, params.id, caller?.hostId)
    const { booking, actor, link } = locked
    assertMayInvite(locked)
    const now = deps.now()
    const idempotent = {
      hostId: booking.hostId,
      operation: 'shareBooking' as const,
      caller: params.id,
      key: headers['idempotency-key'],
      hash: hashRequest([params, body]),
    }
    const earlier = await claimIdempotencyKey(tx, idempotent, { createdId: randomUUID(), now })
    if (earlier !== null) return uniqueLowercase(body.emails).length
    const emails = await takeRecipients(tx, booking, {
      emails: body.emails,
      hostId: caller?.hostId,
      address: request.ip,
      now,
    })
    // Nobody can show others answers that they don't see.
    const includesAnswers = body.includeAnswers && (link === null || link.includesAnswers)
    await addGuestLinks(tx, booking, { emails, role: 'recipient', includesAnswers }, now)
    await recordHistory(tx, booking, { action: 'shared', by: actor, emails }, now)
    await queueMails(tx, booking, 'shared', now, { emails, message: body.additionalMessage, by: actor })
    return emails.length
  })
  return { sent }
}
