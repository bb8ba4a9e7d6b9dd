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
    const locked = await lockBooking(tx, params.id, caller?.hostId)
    const { booking, actor } = locked
    const now = deps.now()
    const isHost = actor.role === 'host'
    // For another host it doesn't exist, unless they cancel from its page like anyone else.
    if (!isHost && !isInvitee) throw bookingNotFound()
    assertConfirmed(booking)
    assertMayChange(locked, 'allowUsersToCancel', now)
    if (!isHost) await countAttempt(tx, { address: request.ip, now })
    const [canceled] = await tx
      .update(bookings)
      .set({
        status: 'canceled',
        canceledAt: now,
        canceledBy: actor.role,
        cancellationReason,
        sequence: booking.sequence + 1,
        updatedAt: now,
      })
      .where(isBooking(booking))
      .returning()
    const change = { kind: 'canceled', message: cancellationReason ?? '', by: actor } as const
    await recordChange(tx, canceled!, change, now)
  })
  return { id: params.id, status: 'canceled' as const }
}
