import { and, count, eq, isNull } from 'drizzle-orm'
import { whereEditable } from '../custom-fields/collection-access.ts'
import { bookingLabels, collectionLabels, eventLabels, labels } from '../db/tables/labels.ts'
import { collections } from '../db/tables/collections.ts'
import { events } from '../db/tables/events.ts'
import type { Handler } from '../http/endpoint.ts'
import { notFound } from '../http/errors.ts'
import { whereLabel } from './read-labels.ts'

export const countLabelUses: Handler<'countLabelUses'> = async ({ deps: { db }, caller, params }) => {
  const { hostId } = caller
  const { id } = params
  if ((await db.$count(labels, whereLabel(hostId, id))) === 0) throw notFound()
  const [onEvents] = await db
    .select({ number: count() })
    .from(eventLabels)
    .innerJoin(events, and(eq(events.hostId, eventLabels.hostId), eq(events.id, eventLabels.eventId)))
    .where(and(eq(eventLabels.hostId, hostId), eq(eventLabels.labelId, id), isNull(events.deletedAt)))
  const [onCollections] = await db
    .select({ number: count() })
    .from(collectionLabels)
    .innerJoin(
      collections,
      and(
        eq(collections.hostId, collectionLabels.collectionHostId),
        eq(collections.id, collectionLabels.collectionId),
      ),
    )
    .where(
      and(
        eq(collectionLabels.hostId, hostId),
        eq(collectionLabels.labelId, id),
        isNull(collections.deletedAt),
        whereEditable(db, hostId),
      ),
    )
  return {
    events: onEvents!.number,
    bookings: await db.$count(
      bookingLabels,
      and(eq(bookingLabels.hostId, hostId), eq(bookingLabels.labelId, id)),
    ),
    collections: onCollections!.number,
  }
}
