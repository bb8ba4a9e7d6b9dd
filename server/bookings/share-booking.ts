import { randomUUID } from 'node:crypto'
import { queueMails } from '../emails/queue-mails.ts'
import type { Handler } from '../endpoint.ts'
import { hashOfRequest, madeBefore } from '../idempotency.ts'
import { lockBooking } from './lock-booking.ts'
import { distinct, othersToTell } from './recipient-limit.ts'

/** Sends the address of the confirmation page: whoever gets it can do there what the invitee can. */
export const shareBooking: Handler<'shareBooking'> = async ({
  deps,
  host,
  params,
  body,
  headers,
  request,
}) => {
  const { db, now } = deps
  const sent = await db.transaction(async (tx) => {
    const { booking } = await lockBooking(tx, params.id)
    const { hostId } = booking
    const again = { hostId, key: headers['idempotency-key'] ?? null, hash: hashOfRequest([params, body]) }
    const earlier = await madeBefore(tx, { ...again, makes: randomUUID(), now: now() })
    if (earlier !== null) return distinct(body.emails).length
    const others = await othersToTell(tx, booking, {
      emails: body.emails,
      hostId: host?.id,
      address: request.ip,
      now: now(),
    })
    await queueMails(tx, booking, 'shared', now(), { emails: others, message: body.additionalMessage })
    return others.length
  })
  deps.wake()
  return { sent }
}
