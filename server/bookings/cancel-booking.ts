import { messages } from '../../contract/errors.ts'
import { bookings } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { AppError, bookingNotFound } from '../errors.ts'
import { countAttempt } from '../rate-limit.ts'
import { assertConfirmed, assertMayChange, isBooking, lockBooking } from './lock-booking.ts'
import { commitChange, recordChange } from './record-change.ts'

export const cancelBooking: Handler<'cancelBooking'> = async ({ deps, caller, params, body, request }) => {
  const isInvitee = body.canceledBy === 'invitee' && body.canceledVia === 'confirmationPage'
  if (!isInvitee && !caller) throw new AppError('authentication_required', messages.authenticationRequired)
  const { cancellationReason } = body
  await commitChange(deps, async (tx) => {
    const locked = await lockBooking(tx, params.id)
    const { booking } = locked
    const now = deps.now()
    const isHost = caller?.hostId === booking.hostId
    // For another host it doesn't exist, unless they cancel from its page like anyone else.
    if (!isHost && !isInvitee) throw bookingNotFound()
    assertConfirmed(booking)
    assertMayChange(locked, caller?.hostId, 'allowUsersToCancel', now)
    if (!isHost) await countAttempt(tx, { address: request.ip, now })
    const [canceled] = await tx
      .update(bookings)
      .set({
        status: 'canceled',
        canceledAt: now,
        canceledBy: isHost ? 'host' : 'invitee',
        cancellationReason,
        sequence: booking.sequence + 1,
        updatedAt: now,
      })
      .where(isBooking(booking))
      .returning()
    await recordChange(tx, canceled!, { kind: 'canceled', message: cancellationReason ?? '' }, now)
  })
  return { id: params.id, status: 'canceled' as const }
}
