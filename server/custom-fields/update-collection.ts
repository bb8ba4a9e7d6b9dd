import { eq } from 'drizzle-orm'
import { canRestore } from '../restore.ts'
import { collections } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { editConflict, notFound } from '../errors.ts'
import { assertOwner, isCollection, lockCollection } from './collection-access.ts'
import { readCollections } from './collection-view.ts'
import { savedFields } from './save-fields.ts'

export const updateCollection: Handler<'updateCollection'> = async ({ deps, caller, params, body }) => {
  const { db, now } = deps
  const { isDeleted, version, fields, ...values } = body
  return db.transaction(async (tx) => {
    const row = await lockCollection(tx, caller.hostId, params.id)
    // Shared users can't see a deleted collection.
    if (row.deletedAt !== null && row.hostId !== caller.hostId) throw notFound()
    if (isDeleted !== undefined) assertOwner(row, caller.hostId)
    const isRestored = isDeleted === false && canRestore(row.deletedAt, now())
    if (row.deletedAt !== null && !isRestored) throw notFound()
    if (version !== undefined && version !== row.version) throw editConflict()
    await tx
      .update(collections)
      .set({
        ...values,
        ...(fields && { fields: savedFields(row.fields, fields) }),
        deletedAt: isDeleted === true ? now() : null,
        version: row.version + 1,
        updatedAt: now(),
      })
      .where(isCollection(row))
    const [updated] = await readCollections(tx, caller.hostId, eq(collections.id, row.id))
    return updated!
  })
}
