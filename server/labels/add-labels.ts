import { and, eq, inArray, sql } from 'drizzle-orm'
import { bookingLabels, collectionLabels, eventLabels, labels } from '../db/tables/labels.ts'
import { collections } from '../db/tables/collections.ts'
import { events } from '../db/tables/events.ts'
import type { Tx } from '../db/database.ts'

/** Adds labels that exist to events, under the lock of `lockLabels`. */
export async function addEventLabels(
  tx: Tx,
  hostId: string,
  eventIds: readonly string[],
  labelIds: readonly string[],
): Promise<void> {
  if (labelIds.length === 0) return
  // A list of all pairs could have more parameters than a statement can.
  const pairs = tx
    .select({ hostId: events.hostId, eventId: events.id, labelId: labels.id })
    .from(events)
    .innerJoin(labels, whereLabels(hostId, labelIds))
    .where(and(eq(events.hostId, hostId), inArray(events.id, [...eventIds])))
  await tx.insert(eventLabels).select(pairs).onConflictDoNothing()
}

/** The same for collections, which can be other hosts'. */
export async function addCollectionLabels(
  tx: Tx,
  hostId: string,
  which: readonly { hostId: string; id: string }[],
  labelIds: readonly string[],
): Promise<void> {
  if (labelIds.length === 0) return
  const whereOneOf = and(
    inArray(
      collections.hostId,
      which.map((one) => one.hostId),
    ),
    inArray(
      collections.id,
      which.map(({ id }) => id),
    ),
  )
  const pairs = tx
    .select({
      hostId: labels.hostId,
      collectionHostId: collections.hostId,
      collectionId: collections.id,
      labelId: labels.id,
    })
    .from(collections)
    .innerJoin(labels, whereLabels(hostId, labelIds))
    .where(whereOneOf)
  await tx.insert(collectionLabels).select(pairs).onConflictDoNothing()
}

const whereLabels = (hostId: string, ids: readonly string[]) =>
  and(eq(labels.hostId, hostId), inArray(labels.id, [...ids]))

/** Gives a new booking the labels of its event, under the lock of the host's row. */
export async function copyEventLabels(
  tx: Tx,
  booking: { hostId: string; id: string; eventId: string },
): Promise<void> {
  const { hostId, id, eventId } = booking
  await tx.insert(bookingLabels).select(
    tx
      .select({
        hostId: eventLabels.hostId,
        bookingId: sql<string>`${id}::text`.as('booking_id'),
        labelId: eventLabels.labelId,
      })
      .from(eventLabels)
      .where(and(eq(eventLabels.hostId, hostId), eq(eventLabels.eventId, eventId))),
  )
}
