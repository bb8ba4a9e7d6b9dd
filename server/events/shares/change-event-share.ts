import { and, eq } from 'drizzle-orm'
import type { EventShare } from '../../../contract/events/event-shares.schema.ts'
import type { ShareRole } from '../../../contract/events/event-shares.ts'
import { recordActivity } from '../../hosts/record-activity.ts'
import type { Tx } from '../../db/database.ts'
import { lockHost } from '../../db/lock-host.ts'
import type { EventRow } from '../../db/tables/events.ts'
import { eventShares } from '../../db/tables/event-shares.ts'
import type { Handler } from '../../http/endpoint.ts'
import { notFound } from '../../http/errors.ts'
import { findOwnEvent } from '../find-own-event.ts'
import { whereShareOf } from './where-share-of.ts'

export const changeEventShare: Handler<'changeEventShare'> = async (call) => {
  const { deps, caller, params, body } = call
  return deps.db.transaction(async (tx) => {
    // Waits for changes of bookings under way: none is made with the earlier role afterward.
    await lockHost(tx, caller.hostId)
    const event = await findOwnEvent(tx, caller.hostId, params.id)
    const [share] = await tx
      .select()
      .from(eventShares)
      .where(and(whereShareOf(event), eq(eventShares.id, params.userId)))
    if (!share) throw notFound()
    return changeRole(tx, event, share, body.role, deps.now())
  })
}

/** Gives someone another role, under the lock of the owner's row. */
export async function changeRole(
  tx: Tx,
  event: EventRow,
  { id, email, role: before }: typeof eventShares.$inferSelect,
  role: ShareRole,
  now: number,
): Promise<EventShare> {
  if (role !== before) {
    await tx
      .update(eventShares)
      .set({ role })
      .where(and(whereShareOf(event), eq(eventShares.id, id)))
    const details = { title: event.title, email, role }
    await recordActivity(tx, event.hostId, { kind: 'event_shared', details }, now)
  }
  return { userId: id, email, role }
}
