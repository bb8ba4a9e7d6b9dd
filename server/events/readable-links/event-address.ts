import { and, eq, isNull } from 'drizzle-orm'
import { maxNames, NAME_KEPT_MS, nameMessages, publicPath } from '../../../contract/events/readable-links.ts'
import type { EventAddress } from '../../../contract/events/readable-links.schema.ts'
import type { Tx } from '../../db/database.ts'
import { slugs } from '../../db/tables/readable-links.ts'
import { lockHost } from '../../db/lock-host.ts'
import { type EventRow, events } from '../../db/tables/events.ts'
import type { Handler } from '../../http/endpoint.ts'
import { invalid } from '../../http/errors.ts'
import { bookingUrlId } from '../event-view.ts'
import { findOwnEvent } from '../find-own-event.ts'
import { whereEvent } from '../save-event.ts'
import { changeHandle, readHandle } from './handle.ts'

export const updateEventAddress: Handler<'updateEventAddress'> = ({
  deps: { db, now },
  caller: { hostId },
  params,
  body: { handle, slug, isListed },
}) =>
  db.transaction(async (tx) => {
    await lockHost(tx, hostId)
    const event = await findOwnEvent(tx, hostId, params.id)
    if (handle !== undefined) await changeHandle(tx, hostId, handle, now())
    if (slug !== undefined) await changeSlug(tx, event, slug, now())
    if (isListed !== undefined && isListed !== event.isListed)
      await tx.update(events).set({ isListed }).where(whereEvent(hostId, event.id))
    return readAddress(tx, { ...event, isListed: isListed ?? event.isListed })
  })

/** Gives an event of a locked host a slug, or none. Its old one redirects. */
async function changeSlug(tx: Tx, event: EventRow, slug: string | null, now: number): Promise<void> {
  const { hostId, id: eventId } = event
  if (slug !== null) {
    const [known] = await tx
      .select({ slug: slugs, event: { title: events.title, deletedAt: events.deletedAt } })
      .from(slugs)
      .innerJoin(events, and(eq(events.hostId, slugs.hostId), eq(events.id, slugs.eventId)))
      .where(and(eq(slugs.hostId, hostId), eq(slugs.slug, slug)))
    if (known && known.slug.eventId !== eventId && known.event.deletedAt === null) {
      const { retiredAt } = known.slug
      if (retiredAt === null) throw invalid({ slug: nameMessages.slugTaken(known.event.title) })
      if (retiredAt >= now - NAME_KEPT_MS) throw invalid({ slug: nameMessages.slugKept(known.event.title) })
    }
    if (known?.slug.eventId === eventId && known.slug.retiredAt === null) return
  }
  await tx
    .update(slugs)
    .set({ retiredAt: now })
    .where(and(whereOfEvent(event), isNull(slugs.retiredAt)))
  if (slug === null) return
  await tx
    .insert(slugs)
    .values({ hostId, slug, eventId, retiredAt: null })
    .onConflictDoUpdate({ target: [slugs.hostId, slugs.slug], set: { eventId, retiredAt: null } })
  const count = await tx.$count(slugs, whereOfEvent(event))
  if (count > maxNames.slugs) throw invalid({ slug: nameMessages.tooManySlugs })
}

async function readAddress(tx: Tx, event: EventRow): Promise<EventAddress> {
  const [named] = await tx
    .select({ slug: slugs.slug })
    .from(slugs)
    .where(and(whereOfEvent(event), isNull(slugs.retiredAt)))
  const slug = named?.slug ?? null
  const handle = await readHandle(tx, event.hostId)
  return {
    slug,
    isListed: event.isListed,
    publicPath: publicPath(bookingUrlId(event.bookingLinkId), { handle, slug }),
  }
}

const whereOfEvent = ({ hostId, id }: EventRow) => and(eq(slugs.hostId, hostId), eq(slugs.eventId, id))
