import { and, eq, gt } from 'drizzle-orm'
import { lockHost } from '../db/lock-host.ts'
import { DELETED, eventLinks } from '../db/schedule-schema.ts'
import type { Handler } from '../endpoint.ts'
import { notFound } from '../errors.ts'
import { findOwnEvent } from '../events/find-own-event.ts'
import { isId } from '../ids.ts'
import { isLinkOf } from './event-link-view.ts'

export const deleteEventLink: Handler<'deleteEventLink'> = async ({ deps: { db }, caller, params }) => {
  if (!isId(params.linkId)) throw notFound()
  const event = await findOwnEvent(db, caller.hostId, params.id)
  const isLink = and(isLinkOf(event), eq(eventLinks.id, params.linkId))
  const ended = await db.transaction(async (tx) => {
    await lockHost(tx, caller.hostId)
    // Its rules still apply to its bookings when they are moved.
    const [used] = await tx
      .update(eventLinks)
      .set({ maxUses: DELETED })
      .where(and(isLink, gt(eventLinks.uses, 0)))
      .returning({ id: eventLinks.id })
    if (used) return used
    const [unused] = await tx.delete(eventLinks).where(isLink).returning({ id: eventLinks.id })
    return unused
  })
  if (!ended) throw notFound()
  return null
}
