import { messages } from '../../contract/errors.ts'
import { bookings } from '../db/schema.ts'
import { queueMails } from '../emails/queue-mails.ts'
import type { Handler } from '../endpoint.ts'
import { AppError, bookingNotFound } from '../errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { countAttempt } from '../rate-limit.ts'
import { assertConfirmed, assertMayChange, guestsOf, isBooking, lockBooking } from './lock-booking.ts'

export const cancelBooking: Handler<'cancelBooking'> = async ({ deps, host, params, body, request }) => {
  const isInvitee = body.canceledBy === 'invitee' && body.canceledVia === 'confirmationPage'
  if (!isInvitee && !host) throw new AppError('authentication_required', messages.authenticationRequired)
  const { db, now } = deps
  await db.transaction(async (tx) => {
    const locked = await lockBooking(tx, params.id)
    const { booking } = locked
    const isHost = host?.id === booking.hostId
    // To another host it is not there; whoever has its page can cancel from there.
    if (!isHost && !isInvitee) throw bookingNotFound()
    assertConfirmed(booking)
    assertMayChange(locked, host?.id, 'allowUsersToCancel', now())
    if (!isHost) await countAttempt(tx, { address: request.ip, now: now() })
    const [canceled] = await tx
      .update(bookings)
      .set({
        status: 'canceled',
        canceledAt: now(),
        canceledBy: isHost ? 'host' : 'invitee',
        cancellationReason: body.cancellationReason,
        sequence: booking.sequence + 1,
        updatedAt: now(),
      })
      .where(isBooking(booking))
      .returning()
    await enqueue(tx, {
      hostId: booking.hostId,
      kind: 'syncCalendarEntry',
      payload: { bookingId: booking.id },
      now: now(),
    })
    await queueMails(tx, canceled!, 'canceled', now(), {
      message: body.cancellationReason,
      emails: await guestsOf(tx, booking),
    })
  })
  deps.wake()
  return { id: params.id, status: 'canceled' as const }
}
