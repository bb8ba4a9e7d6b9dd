import { queueMails } from '../emails/queue-mails.ts'
import type { Handler } from '../endpoint.ts'
import { othersToTell } from './write-to-others.ts'

/** Sends the address of the confirmation page: whoever gets it can do there what the invitee can. */
export const shareBooking: Handler<'shareBooking'> = async ({ deps, host, params, body, request }) => {
  const { db, now } = deps
  const sent = await db.transaction(async (tx) => {
    const { booking, others } = await othersToTell(tx, {
      bookingId: params.id,
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
