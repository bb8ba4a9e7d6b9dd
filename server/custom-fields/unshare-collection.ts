import { and, eq } from 'drizzle-orm'
import { recordActivity } from '../hosts/record-activity.ts'
import { collectionShares } from '../db/tables/collections.ts'
import type { Handler } from '../http/endpoint.ts'
import { notFound } from '../http/errors.ts'
import { isId } from '../db/ids.ts'
import { assertOwner, assertPresent, lockCollection } from './collection-access.ts'

/** The person no longer sees the collection, and their events stop using it. Existing answers stay. */
export const unshareCollection: Handler<'unshareCollection'> = async ({
  deps: { db, now },
  caller,
  params,
}) => {
  await db.transaction(async (tx) => {
    const row = await lockCollection(tx, caller.hostId, params.id)
    assertPresent(row)
    assertOwner(row, caller.hostId)
    if (!isId(params.userId)) throw notFound()
    const [removed] = await tx
      .delete(collectionShares)
      .where(
        and(
          eq(collectionShares.hostId, caller.hostId),
          eq(collectionShares.collectionId, row.id),
          eq(collectionShares.id, params.userId),
        ),
      )
      .returning({ email: collectionShares.email })
    if (!removed) throw notFound()
    const details = { name: row.name, email: removed.email }
    await recordActivity(tx, caller.hostId, { kind: 'collection_unshared', details }, now())
  })
  return null
}
