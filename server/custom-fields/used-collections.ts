import { and, asc, eq, isNull, notExists, type Placeholder, sql } from 'drizzle-orm'
import type { AskedCollection, UsedCollection } from '../../contract/custom-fields/collection.schema.ts'
import { collections, eventCollections } from '../db/tables/collections.ts'
import type { Db, Tx } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { whereEditable } from './collection-access.ts'

/** An event uses a collection as long as its host may see it: a deletion removes it, and an undo restores it. */
const whereUsable = (db: Db | Tx, hostId: string | Placeholder) =>
  and(
    eq(collections.hostId, eventCollections.collectionHostId),
    eq(collections.id, eventCollections.collectionId),
    isNull(collections.deletedAt),
    whereEditable(db, hostId),
  )

/** Collections that no event uses. */
export const whereUnused = (db: Db | Tx) =>
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

/** The collections of each of a host's events, in order. */
export function readUses(db: Db | Tx, hostId: string) {
  return db
    .select({
      eventId: eventCollections.eventId,
      id: eventCollections.collectionId,
      collectionStage: eventCollections.stage,
    })
    .from(eventCollections)
    .innerJoin(collections, whereUsable(db, hostId))
    .where(eq(eventCollections.hostId, hostId))
    .orderBy(asc(eventCollections.eventId), asc(eventCollections.position))
}

/** An event's collections, in order, with all their fields. */
export async function readUsedCollections(
  db: Db | Tx,
  event: { hostId: string; id: string },
): Promise<UsedCollection[]> {
  return usedBy(db, { hostId: event.hostId, eventId: event.id })
}

const usedBy = prepared((db) =>
  db
    .select({
      id: collections.id,
      name: collections.name,
      description: collections.description,
      type: collections.type,
      fields: collections.fields,
      collectionStage: eventCollections.stage,
    })
    .from(eventCollections)
    .innerJoin(collections, whereUsable(db, sql.placeholder('hostId')))
    .where(
      and(
        eq(eventCollections.hostId, sql.placeholder('hostId')),
        eq(eventCollections.eventId, sql.placeholder('eventId')),
      ),
    )
    .orderBy(asc(eventCollections.position)),
)

/** What is currently asked: no deleted fields, and no collections without other fields. */
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

/** What invitees are asked, without the host's private fields. */
export const askedWhenBooking = (used: readonly UsedCollection[]) =>
  presentFields(used).filter(({ collectionStage }) => collectionStage === 'onBooking')
