import { and, eq, gt } from 'drizzle-orm'
import { messages } from '../../../contract/errors.ts'
import type { Tx } from '../../db/database.ts'
import { type BookingRow, bookings } from '../../db/tables/bookings.ts'
import type { Handler } from '../../http/endpoint.ts'
import { AppError, bookingNotFound } from '../../http/errors.ts'
import { returnLinkUse } from '../../events/one-off-links/find-link.ts'
import { countAttempt } from '../../http/attempts.ts'
import { assertConfirmed, assertMayChange, whereBooking, lockForTeam } from '../lock-booking.ts'
import { hostActor, isOfTeam } from '../open-booking.ts'
import type { Actor } from '../../../contract/bookings/booking-actors.ts'
import { commitChange, recordChange } from '../record-change.ts'

export const cancelBooking: Handler<'cancelBooking'> = async ({ deps, caller, params, body, request }) => {
  const isInvitee = body.canceledBy === 'invitee' && body.canceledVia === 'confirmationPage'
  if (!isInvitee && !caller) throw new AppError('authentication_required', messages.authenticationRequired)
  const { cancellationReason } = body
  await commitChange(deps, async (tx) => {
    const locked = await lockForTeam(tx, params.id, caller?.hostId)
    const { booking, actor } = locked
    const now = deps.now()
    // For another host it doesn't exist, unless they cancel from its page like anyone else.
    if (!isOfTeam(actor) && !isInvitee) throw bookingNotFound()
    assertConfirmed(booking)
    assertMayChange(locked, 'allowUsersToCancel', now)
    if (!isOfTeam(actor)) await countAttempt(tx, { address: request.ip, now })
    await cancel(tx, booking, { by: actor, reason: cancellationReason }, now)
  })
  return { id: params.id, status: 'canceled' as const }
}

/**
 * Cancels a host's bookings that haven't started, of one event or of all, and returns how many there were. The host has
 * to be locked.
 */
export async function cancelUpcoming(
  tx: Tx,
  { hostId, eventId }: { hostId: string; eventId?: string },
  reason: string,
  now: number,
): Promise<number> {
  const upcoming = await tx
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.hostId, hostId),
        eventId === undefined ? undefined : eq(bookings.eventId, eventId),
        eq(bookings.status, 'confirmed'),
        gt(bookings.startAt, now),
      ),
    )
  for (const booking of upcoming) await cancel(tx, booking, { by: hostActor, reason }, now)
  return upcoming.length
}

/** Cancels a locked, confirmed booking. */
export async function cancel(
  tx: Tx,
  booking: BookingRow,
  { by, reason }: { by: Actor; reason: string },
  now: number,
): Promise<void> {
  const [canceled] = await tx
    .update(bookings)
    .set({
      status: 'canceled',
      canceledAt: now,
      canceledBy: by.role,
      cancellationReason: reason,
      sequence: booking.sequence + 1,
      updatedAt: now,
    })
    .where(whereBooking(booking))
    .returning()
  await returnLinkUse(tx, booking, now)
  await recordChange(tx, canceled!, { kind: 'canceled', message: reason, by }, now)
}
