import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { usedCollectionInput } from '../../contract/custom-fields/collection.schema.ts'
import { collectionMessages } from '../../contract/custom-fields/custom-fields.ts'
import { collections, eventCollections } from '../db/tables/collections.ts'
import type { Tx } from '../db/database.ts'
import { invalid } from '../http/errors.ts'
import { isId } from '../db/ids.ts'
import { type CollectionRow, whereCollection, whereEditable } from './collection-access.ts'
import { savedFields } from './save-fields.ts'
import { whereUnused } from './used-collections.ts'

type Used = z.output<typeof usedCollectionInput>
interface EventId {
  hostId: string
  id: string
}

/**
 * Replaces an event's list of collections, and creates or updates the collections that belong only to the event.
 * Throws `validation_failed` for a collection the host may not see, and for one in both stages.
 */
export async function saveUsedCollections(
  tx: Tx,
  event: EventId,
  list: readonly Used[],
  now: number,
): Promise<void> {
  const ofEvent = and(eq(eventCollections.hostId, event.hostId), eq(eventCollections.eventId, event.id))
  const before = await tx.select({ id: eventCollections.collectionId }).from(eventCollections).where(ofEvent)
  const ids = before.map(({ id }) => id)
  const rows = await chosen(tx, event.hostId, list, ids, now)
  await tx.delete(eventCollections).where(ofEvent)
  if (rows.length > 0) {
    await tx.insert(eventCollections).values(
      rows.map(({ row, stage }, position) => ({
        hostId: event.hostId,
        eventId: event.id,
        position,
        collectionHostId: row.hostId,
        collectionId: row.id,
        stage,
      })),
    )
  }
  await removeAbandoned(tx, event.hostId, ids, now)
}

async function chosen(tx: Tx, hostId: string, list: readonly Used[], before: readonly string[], now: number) {
  const known = await visible(
    tx,
    hostId,
    list.flatMap(({ id }) => (id !== null && isId(id) ? [id] : [])),
  )
  const rows = new Map<
    string,
    { row: Pick<CollectionRow, 'hostId' | 'id'>; stage: Used['collectionStage'] }
  >()
  for (const [index, { id, collectionStage: stage, content }] of list.entries()) {
    const found = id === null ? undefined : known.get(id.toLowerCase())
    const place = `customFieldsCollections.${index}`
    if (!found && content) {
      const created = await create(tx, hostId, content, now)
      rows.set(created.id, { row: created, stage })
      continue
    }
    // Without an id there is no collection to use.
    if (id === null) continue
    if (!found) {
      throw invalid({
        [place]: 'This collection no longer exists. Remove it from the event and save again.',
      })
    }
    const earlier = rows.get(found.id)
    if (earlier && earlier.stage !== stage) {
      throw invalid({ [place]: collectionMessages.bothStages(found.name) })
    }
    if (earlier) continue
    rows.set(found.id, { row: found, stage })
    // A collection of another event can only be edited there.
    const isOwn = found.hostId === hostId && found.type === 'boomEvent' && before.includes(found.id)
    if (content && isOwn) {
      await tx
        .update(collections)
        .set({
          name: content.name,
          description: content.description,
          fields: savedFields(found.fields, content.fields),
          version: found.version + 1,
          updatedAt: now,
        })
        .where(whereCollection(found))
    }
  }
  return [...rows.values()]
}

/** Locked, so that nobody changes or deletes these collections in the meantime. */
async function visible(tx: Tx, hostId: string, ids: string[]): Promise<ReadonlyMap<string, CollectionRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(collections)
    .where(and(inArray(collections.id, ids), isNull(collections.deletedAt), whereEditable(tx, hostId)))
    .orderBy(collections.id)
    .for('no key update')
  return new Map(rows.map((row) => [row.id, row]))
}

async function create(tx: Tx, hostId: string, content: NonNullable<Used['content']>, now: number) {
  const row = { hostId, id: randomUUID() }
  await tx.insert(collections).values({
    ...row,
    name: content.name,
    description: content.description,
    type: 'boomEvent',
    fields: savedFields([], content.fields),
    isArchived: false,
    createdAt: now,
    updatedAt: now,
  })
  return row
}

/** An event-only collection is deleted when it leaves the event's list. */
async function removeAbandoned(tx: Tx, hostId: string, before: string[], now: number): Promise<void> {
  if (before.length === 0) return
  await tx
    .update(collections)
    .set({ deletedAt: now })
    .where(
      and(
        eq(collections.hostId, hostId),
        inArray(collections.id, before),
        eq(collections.type, 'boomEvent'),
        isNull(collections.deletedAt),
        whereUnused(tx),
      ),
    )
}
