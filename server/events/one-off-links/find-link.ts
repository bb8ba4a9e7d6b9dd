import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { type EventLinkRow, eventLinks } from '../../db/tables/event-links.ts'
import { wherePresent } from './event-link-view.ts'
import type { BookingRow } from '../../db/tables/bookings.ts'
import type { EventRow } from '../../db/tables/events.ts'
import type { Deps } from '../../adapters/deps.ts'
import { linkDeleted, notFound } from '../../http/errors.ts'
import { assertOpenLink, findEventByLink } from '../find-public-event.ts'

/**
 * The one-off link of an event that someone will book it with; null for the event's own link. Throws `not_found` for
 * another event's.
 */
export async function findLink(
  deps: Deps,
  event: EventRow,
  bookingUrlId: string,
): Promise<EventLinkRow | null> {
  const found = await findEventByLink(deps.db, bookingUrlId)
  if (found.event.id !== event.id) throw notFound()
  assertOpenLink(found, deps.now())
  return found.link
}

/**
 * Counts a use under the lock of the host's row, and returns the link as it was before. Throws `link_deleted` if it is
 * gone.
 */
export async function countLinkUse(tx: Tx, { hostId, id }: EventLinkRow): Promise<EventLinkRow> {
  const [used] = await tx
    .update(eventLinks)
    .set({ uses: sql`${eventLinks.uses} + 1` })
    .where(and(eq(eventLinks.hostId, hostId), eq(eventLinks.id, id), wherePresent))
    .returning()
  if (!used) throw linkDeleted()
  return { ...used, uses: used.uses - 1 }
}

/**
 * Gives back the use of a link whose booking is canceled before it starts, under the lock of the host's row. What has
 * expired stays used. What is deleted may be restored.
 */
export async function returnLinkUse(
  tx: Tx,
  { hostId, linkId, startAt }: Pick<BookingRow, 'hostId' | 'linkId' | 'startAt'>,
  now: number,
): Promise<void> {
  if (linkId === null || startAt <= now) return
  const whereOpen = or(isNull(eventLinks.expiresAt), gt(eventLinks.expiresAt, now))
  await tx
    .update(eventLinks)
    .set({ uses: sql`${eventLinks.uses} - 1` })
    .where(and(eq(eventLinks.hostId, hostId), eq(eventLinks.id, linkId), gt(eventLinks.uses, 0), whereOpen))
}
