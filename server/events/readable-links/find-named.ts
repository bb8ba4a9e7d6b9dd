import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { publicPath } from '../../../contract/events/readable-links.ts'
import type { Db } from '../../db/database.ts'
import { handles, slugs } from '../../db/tables/readable-links.ts'
import { prepared } from '../../db/prepared.ts'
import { hosts } from '../../db/tables/hosts.ts'
import { events } from '../../db/tables/events.ts'
import { eventNotFound } from '../../http/errors.ts'
import { bookingUrlId } from '../event-view.ts'
import { isAccepting } from '../find-public-event.ts'
import { hostRevision } from '../../http/kept-answers/host-revisions.ts'

const currentHandles = alias(handles, 'current_handles')
const currentSlugs = alias(slugs, 'current_slugs')

const findNames = prepared((db) =>
  db
    .select({
      bookingLinkId: events.bookingLinkId,
      handle: currentHandles.handle,
      slug: currentSlugs.slug,
      revision: hostRevision,
    })
    .from(handles)
    .innerJoin(hosts, and(eq(hosts.id, handles.hostId), isNull(hosts.deletedAt)))
    .innerJoin(slugs, and(eq(slugs.hostId, handles.hostId), eq(slugs.slug, sql.placeholder('slug'))))
    .innerJoin(events, and(eq(events.hostId, slugs.hostId), eq(events.id, slugs.eventId)))
    .leftJoin(
      currentHandles,
      and(eq(currentHandles.hostId, handles.hostId), isNull(currentHandles.retiredAt)),
    )
    .leftJoin(
      currentSlugs,
      and(
        eq(currentSlugs.hostId, slugs.hostId),
        eq(currentSlugs.eventId, slugs.eventId),
        isNull(currentSlugs.retiredAt),
      ),
    )
    .where(eq(handles.handle, sql.placeholder('handle'))),
)

export interface Named {
  bookingUrlId: string
  /** Where the event is now; the same path unless a name is an old one. */
  path: string
  /** Of the host, read with the names. */
  revision: number
}

/** The event that a readable link leads to. Throws `event_not_found`. */
export async function findNamed(db: Db, handle: string, slug: string): Promise<Named> {
  const [found] = await findNames(db, { handle, slug })
  if (!found) throw eventNotFound()
  const id = bookingUrlId(found.bookingLinkId)
  return { bookingUrlId: id, path: publicPath(id, found), revision: found.revision }
}

/** Whose handle it is or was; null if nobody's. */
export async function findHost(db: Db, handle: string) {
  const [found] = await db
    .select({ id: hosts.id, name: hosts.name, handle: currentHandles.handle })
    .from(handles)
    .innerJoin(hosts, and(eq(hosts.id, handles.hostId), isNull(hosts.deletedAt)))
    .leftJoin(
      currentHandles,
      and(eq(currentHandles.hostId, handles.hostId), isNull(currentHandles.retiredAt)),
    )
    .where(eq(handles.handle, handle))
  return found ?? null
}

/** The events that a host lists and that take bookings, newest first. */
export async function findListed(db: Db, { id, handle }: { id: string; handle: string | null }) {
  const rows = await db
    .select({ event: events, slug: slugs.slug })
    .from(events)
    .leftJoin(
      slugs,
      and(eq(slugs.hostId, events.hostId), eq(slugs.eventId, events.id), isNull(slugs.retiredAt)),
    )
    .where(and(eq(events.hostId, id), events.isListed))
    .orderBy(desc(events.createdAt), events.id)
  return rows
    .filter(({ event }) => isAccepting(event) && !event.rules.linksOnly)
    .map(({ event, slug }) => ({
      event,
      path: publicPath(bookingUrlId(event.bookingLinkId), { handle, slug }),
    }))
}
