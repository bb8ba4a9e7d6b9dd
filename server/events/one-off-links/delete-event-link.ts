import { and, eq } from 'drizzle-orm'
import { lockHost } from '../../db/lock-host.ts'
import { eventLinks } from '../../db/tables/event-links.ts'
import type { Handler } from '../../http/endpoint.ts'
import { notFound } from '../../http/errors.ts'
import { findOwnEvent } from '../find-own-event.ts'
import { whereLinkOf } from './event-link-view.ts'

/** Nobody can book with it anymore. Its rules still apply to its bookings when they are moved. */
export const deleteEventLink: Handler<'deleteEventLink'> = async ({ deps: { db, now }, caller, params }) => {
  const event = await findOwnEvent(db, caller.hostId, params.id)
  const [deleted] = await db.transaction(async (tx) => {
    await lockHost(tx, caller.hostId)
    return tx
      .update(eventLinks)
      .set({ deletedAt: now() })
      .where(and(whereLinkOf(event), eq(eventLinks.id, params.linkId)))
      .returning({ id: eventLinks.id })
  })
  if (!deleted) throw notFound()
  return null
}
