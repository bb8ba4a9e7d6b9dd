import { recordActivity } from '../hosts/record-activity.ts'
import { collections } from '../db/tables/collections.ts'
import type { Handler } from '../http/endpoint.ts'
import { assertOwner, assertPresent, whereCollection, lockCollection } from './collection-access.ts'

/** Hides the collection everywhere immediately; `removeDeletedCollections` deletes it for good later. */
export const deleteCollection: Handler<'deleteCollection'> = async ({
  deps: { db, now },
  caller,
  params,
}) => {
  await db.transaction(async (tx) => {
    const row = await lockCollection(tx, caller.hostId, params.id)
    assertPresent(row)
    assertOwner(row, caller.hostId)
    await tx
      .update(collections)
      .set({ deletedAt: now(), version: row.version + 1, updatedAt: now() })
      .where(whereCollection(row))
    const details = { name: row.name }
    await recordActivity(tx, caller.hostId, { kind: 'collection_deleted', details }, now())
  })
  return null
}
