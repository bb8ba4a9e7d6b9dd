import { and, eq } from 'drizzle-orm'
import { recordActivity } from '../hosts/record-activity.ts'
import { canRestore } from '../db/can-restore.ts'
import { collections, collectionShares } from '../db/tables/collections.ts'
import type { Handler } from '../http/endpoint.ts'
import { editConflict, notFound } from '../http/errors.ts'
import { assertWithinQuotas } from '../hosts/quotas.ts'
import type { Tx } from '../db/database.ts'
import { assertOwner, type CollectionRow, whereCollection, lockCollection } from './collection-access.ts'
import { readCollections } from './collection-view.ts'
import { savedFields } from './save-fields.ts'

export const updateCollection: Handler<'updateCollection'> = async ({ deps, caller, params, body }) => {
  const { db, now } = deps
  const { isDeleted, version, fields, isArchived, ...values } = body
  return db.transaction(async (tx) => {
    const row = await lockCollection(tx, caller.hostId, params.id)
    const isOwner = row.hostId === caller.hostId
    // Shared users can't see a deleted collection.
    if (row.deletedAt !== null && !isOwner) throw notFound()
    if (isDeleted !== undefined) assertOwner(row, caller.hostId)
    const isRestored = isDeleted === false && canRestore(row.deletedAt, now())
    if (row.deletedAt !== null && !isRestored) throw notFound()
    if (version !== undefined && version !== row.version) throw editConflict()
    if (!isOwner && isArchived !== undefined) {
      await tx
        .update(collectionShares)
        .set({ isArchived })
        .where(
          and(
            eq(collectionShares.hostId, row.hostId),
            eq(collectionShares.collectionId, row.id),
            eq(collectionShares.memberId, caller.hostId),
          ),
        )
    }
    // What only the shared user sees is no change of the collection.
    if (isOwner || fields !== undefined || Object.keys(values).length > 0) {
      await tx
        .update(collections)
        .set({
          ...values,
          ...(isOwner && { isArchived }),
          ...(fields && { fields: savedFields(row.fields, fields) }),
          deletedAt: isDeleted === true ? now() : null,
          version: row.version + 1,
          updatedAt: now(),
        })
        .where(whereCollection(row))
      await recordDeletion(tx, row, isDeleted, now())
      if (fields !== undefined) await assertWithinQuotas(tx, row.hostId)
    }
    const [updated] = await readCollections(tx, caller.hostId, eq(collections.id, row.id))
    return updated!
  })
}

async function recordDeletion(tx: Tx, row: CollectionRow, isDeleted: boolean | undefined, now: number) {
  const wasDeleted = row.deletedAt !== null
  if (isDeleted === undefined || isDeleted === wasDeleted) return
  const kind = isDeleted ? 'collection_deleted' : 'collection_restored'
  await recordActivity(tx, row.hostId, { kind, details: { name: row.name } }, now)
}
