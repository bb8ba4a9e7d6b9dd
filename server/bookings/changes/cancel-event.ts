import { cancelUpcoming } from './cancel-booking.ts'
import { commitChange } from '../record-change.ts'
import { lockHost } from '../../db/lock-host.ts'
import type { Handler } from '../../http/endpoint.ts'
import { hideEvent } from '../../events/delete-event.ts'

export const cancelEvent: Handler<'cancelEvent'> = async ({ deps, caller: { hostId }, params, body }) => {
  const now = deps.now()
  const canceledBookings = await commitChange(deps, async (tx) => {
    // Whoever books at the same time is either canceled here, or finds that the event is gone.
    await lockHost(tx, hostId)
    await hideEvent(tx, hostId, params.id, now)
    return cancelUpcoming(tx, { hostId, eventId: params.id }, body.cancellationReason, now)
  })
  return { canceledBookings }
}
