import { and, eq } from 'drizzle-orm'
import { lockHost } from '../../db/lock-host.ts'
import { eventLinks } from '../../db/tables/event-links.ts'
import type { Handler } from '../../http/endpoint.ts'
import { notFound } from '../../http/errors.ts'
import { findOwnEvent } from '../find-own-event.ts'
import { canRestore } from '../../db/can-restore.ts'
import { eventLinkView } from './event-link-view.ts'

export const restoreEventLink: Handler<'restoreEventLink'> = async ({
  deps: { db, now },
  caller: { hostId },
  params,
}) => {
  return db.transaction(async (tx) => {
    await lockHost(tx, hostId)
    const event = await findOwnEvent(tx, hostId, params.id)
    const whereLink = and(
      eq(eventLinks.hostId, hostId),
      eq(eventLinks.eventId, event.id),
      eq(eventLinks.id, params.linkId),
    )
    const [link] = await tx.select().from(eventLinks).where(whereLink)
    if (!link) throw notFound()
    if (link.deletedAt === null) return eventLinkView(link)
    if (!canRestore(link.deletedAt, now())) throw notFound()
    await tx.update(eventLinks).set({ deletedAt: null }).where(whereLink)
    return eventLinkView(link)
  })
}
