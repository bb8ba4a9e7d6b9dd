import { and, eq, sql } from 'drizzle-orm'
import { bookingLabels, collectionLabels, eventLabels } from '../db/label-schema.ts'
import type { Tx } from '../db/database.ts'

/** Adds labels that exist to events, under the lock of `lockLabels`. */
export async function addEventLabels(
  tx: Tx,
  hostId: string,
  eventIds: readonly string[],
  labelIds: readonly string[],
): Promise<void> {
  const rows = eventIds.flatMap((eventId) => labelIds.map((labelId) => ({ hostId, eventId, labelId })))
  if (rows.length > 0) await tx.insert(eventLabels).values(rows).onConflictDoNothing()
}

/** The same for collections, which can be other hosts'. */
export async function addCollectionLabels(
  tx: Tx,
  hostId: string,
  collections: readonly { hostId: string; id: string }[],
  labelIds: readonly string[],
): Promise<void> {
  const rows = collections.flatMap(({ hostId: collectionHostId, id: collectionId }) =>
    labelIds.map((labelId) => ({ hostId, collectionHostId, collectionId, labelId })),
  )
  if (rows.length > 0) await tx.insert(collectionLabels).values(rows).onConflictDoNothing()
}

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
