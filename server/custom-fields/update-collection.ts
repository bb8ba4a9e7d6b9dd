import { eq } from 'drizzle-orm'
import { canBringBack } from '../restore.ts'
import { collections } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { editConflict, notFound } from '../errors.ts'
import { assertOwner, isCollection, lockCollection } from './collection-access.ts'
import { readCollections } from './collection-view.ts'
import { savedFields } from './save-fields.ts'

export const updateCollection: Handler<'updateCollection'> = async ({ deps, host, params, body }) => {
  const { db, now } = deps
  const { isDeleted, version, fields, ...values } = body
  return db.transaction(async (tx) => {
    const row = await lockCollection(tx, host.id, params.id)
    // To somebody it is shared with, a deleted collection is not there.
    if (row.deletedAt !== null && row.hostId !== host.id) throw notFound()
    if (isDeleted !== undefined) assertOwner(row, host.id)
    const bringBack = isDeleted === false && canBringBack(row.deletedAt, now())
    if (row.deletedAt !== null && !bringBack) throw notFound()
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
    const [updated] = await readCollections(tx, host.id, eq(collections.id, row.id))
    return updated!
  })
}
