import { and, asc, eq, isNull, notExists, sql } from 'drizzle-orm'
import type { AskedCollection, UsedCollection } from '../../contract/collection.schema.ts'
import { collections, eventCollections } from '../db/schema.ts'
import type { Db, Tx } from '../db/database.ts'
import { mayEdit } from './collection-access.ts'

/** What an event uses counts as long as its host may see it: it goes with a deletion and comes back with an undo. */
const isThere = (db: Db | Tx, hostId: string) =>
  and(
    eq(collections.hostId, eventCollections.collectionHostId),
    eq(collections.id, eventCollections.collectionId),
    isNull(collections.deletedAt),
    mayEdit(db, hostId),
  )

/** Collections that no event uses. */
export const isUnused = (db: Db | Tx) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(eventCollections)
      .where(
        and(
          eq(eventCollections.collectionHostId, collections.hostId),
          eq(eventCollections.collectionId, collections.id),
        ),
      ),
  )

/** Which collections each event of a host uses, in their order. */
export function readUses(db: Db | Tx, hostId: string) {
  return db
    .select({
      eventId: eventCollections.eventId,
      id: eventCollections.collectionId,
      collectionStage: eventCollections.stage,
    })
    .from(eventCollections)
    .innerJoin(collections, isThere(db, hostId))
    .where(eq(eventCollections.hostId, hostId))
    .orderBy(asc(eventCollections.eventId), asc(eventCollections.position))
}

/** The collections an event uses, in their order, with all their fields. */
export async function readUsedCollections(
  db: Db | Tx,
  event: { hostId: string; id: string },
): Promise<UsedCollection[]> {
  return db
    .select({
      id: collections.id,
      name: collections.name,
      description: collections.description,
      type: collections.type,
      fields: collections.fields,
      collectionStage: eventCollections.stage,
    })
    .from(eventCollections)
    .innerJoin(collections, isThere(db, event.hostId))
    .where(and(eq(eventCollections.hostId, event.hostId), eq(eventCollections.eventId, event.id)))
    .orderBy(asc(eventCollections.position))
}

/** What is asked now: without deleted fields, and without collections that have no others. */
export function presentFields(used: readonly UsedCollection[]): AskedCollection[] {
  return used
    .map(({ id, name, description, collectionStage, fields }) => ({
      id,
      name,
      description,
      collectionStage,
      fields: fields.filter((field) => !field.isDeleted),
    }))
    .filter(({ fields }) => fields.length > 0)
}

/** What whoever books is asked: nothing that the host keeps for afterwards. */
export const askedWhenBooking = (used: readonly UsedCollection[]) =>
  presentFields(used).filter(({ collectionStage }) => collectionStage === 'onBooking')
