import { and, desc, eq, isNull } from 'drizzle-orm'
import type { EventLink } from '../../../contract/events/one-off-links.schema.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type EventLinkRow, eventLinks } from '../../db/tables/event-links.ts'
import type { EventRow } from '../../db/tables/events.ts'
import { oneOffUrlId } from '../../../contract/events/event-options.ts'
import { toIso } from '../../http/iso.ts'

/** Whether its host hasn't deleted it. */
export const wherePresent = isNull(eventLinks.deletedAt)

export const whereLinkOf = ({ hostId, id }: Pick<EventRow, 'hostId' | 'id'>) =>
  and(eq(eventLinks.hostId, hostId), eq(eventLinks.eventId, id), wherePresent)

/** An event's links as its host reads them, newest first. */
export async function readEventLinks(db: Db | Tx, event: EventRow): Promise<EventLink[]> {
  const rows = await db
    .select()
    .from(eventLinks)
    .where(whereLinkOf(event))
    .orderBy(desc(eventLinks.createdAt), eventLinks.id)
  return rows.map(eventLinkView)
}

export const eventLinkView = ({
  id,
  name,
  token,
  expiresAt,
  maxUses,
  uses,
  rules,
  createdAt,
}: EventLinkRow): EventLink => ({
  id,
  name,
  bookingUrlId: oneOffUrlId(token),
  expiresAt: toIso(expiresAt),
  maxUses,
  uses,
  rules,
  createdAt: toIso(createdAt),
})
