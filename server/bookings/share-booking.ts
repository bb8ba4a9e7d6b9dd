import { randomUUID } from 'node:crypto'
import { queueMails } from '../emails/queue-mails.ts'
import type { Handler } from '../endpoint.ts'
import { claimIdempotencyKey, hashRequest } from '../idempotency.ts'
import { lockBooking } from './lock-booking.ts'
import { uniqueLowercase, takeRecipients } from './recipient-limit.ts'
import { commitChange } from './record-change.ts'

/** Emails the link to the confirmation page. Recipients can do everything there that the invitee can. */
export const shareBooking: Handler<'shareBooking'> = async ({
  deps,
  caller,
  params,
  body,
  headers,
  request,
}) => {
  const sent = await commitChange(deps, async (tx) => {
    const { booking } = await lockBooking(tx, params.id)
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
    await queueMails(tx, booking, 'shared', now, { emails, message: body.additionalMessage })
    return emails.length
  })
  return { sent }
}
