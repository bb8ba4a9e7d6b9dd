import { and, eq } from 'drizzle-orm'
import { OWN_SHARE } from '../../../contract/events/event-shares.ts'
import { recordActivity } from '../../hosts/record-activity.ts'
import type { Tx } from '../../db/database.ts'
import { lockHost } from '../../db/lock-host.ts'
import { eventShares } from '../../db/tables/event-shares.ts'
import type { Handler } from '../../http/endpoint.ts'
import { notFound } from '../../http/errors.ts'
import { isId } from '../../db/ids.ts'
import { findOwnEvent } from '../find-own-event.ts'
import { whereShareOf } from './where-share-of.ts'
import { readSharedEvents } from './share-access.ts'

/** The person no longer sees the event's bookings. What they did and filled in stays. */
export const unshareEvent: Handler<'unshareEvent'> = async ({ deps: { db, now }, caller, params }) => {
  await db.transaction(async (tx) => {
    if (params.userId === OWN_SHARE) return leave(tx, caller.hostId, params.id, now())
    if (!isId(params.userId)) throw notFound()
    // Waits for changes of bookings under way: none is made after the share is gone.
    await lockHost(tx, caller.hostId)
    const event = await findOwnEvent(tx, caller.hostId, params.id)
    const [removed] = await tx
      .delete(eventShares)
      .where(and(whereShareOf(event), eq(eventShares.id, params.userId)))
      .returning({ email: eventShares.email })
    if (!removed) throw notFound()
    const details = { title: event.title, email: removed.email }
    await recordActivity(tx, caller.hostId, { kind: 'event_unshared', details }, now())
  })
  return null
}

/** Removes every share that someone has of an event, and records it in the owner's activity. */
async function leave(tx: Tx, memberId: string, eventId: string, now: number): Promise<void> {
  if (!isId(eventId)) throw notFound()
  const [shared] = await readSharedEvents(tx, memberId, eq(eventShares.eventId, eventId))
  if (!shared) throw notFound()
  const { event } = shared
  await lockHost(tx, event.hostId)
  const left = await tx
    .delete(eventShares)
    .where(and(whereShareOf(event), eq(eventShares.memberId, memberId)))
    .returning({ email: eventShares.email })
  if (left.length === 0) throw notFound()
  for (const { email } of left) {
    const details = { title: event.title, email }
    await recordActivity(tx, event.hostId, { kind: 'event_share_left', details }, now)
  }
}
