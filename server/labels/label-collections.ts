import { and, asc, inArray } from 'drizzle-orm'
import { whereEditable } from '../custom-fields/collection-access.ts'
import { collectionLabels } from '../db/tables/labels.ts'
import { collections } from '../db/tables/collections.ts'
import type { Handler } from '../http/endpoint.ts'
import { notFound } from '../http/errors.ts'
import { isId } from '../db/ids.ts'
import { addCollectionLabels } from './add-labels.ts'
import { lockLabels } from './lock-labels.ts'
import { removeLabels } from './remove-labels.ts'

export const labelCollections: Handler<'labelCollections'> = async ({ deps: { db }, caller, body }) => {
  const { hostId } = caller
  const { collectionIds, add, remove } = body
  if (!collectionIds.every(isId)) throw notFound()
  await db.transaction(async (tx) => {
    await lockLabels(tx, hostId, [...add, ...remove])
    const found = await tx
      .select({ hostId: collections.hostId, id: collections.id, deletedAt: collections.deletedAt })
      .from(collections)
      .where(and(inArray(collections.id, collectionIds), whereEditable(tx, hostId)))
      .orderBy(asc(collections.id))
      .for('key share')
    // Another tab may have deleted some of them.
    const present = found.filter(({ deletedAt }) => deletedAt === null)
    if (found.length < collectionIds.length || present.length === 0) throw notFound()
    await addCollectionLabels(tx, hostId, present, add)
    await removeLabels(
      tx,
      collectionLabels,
      inArray(
        collectionLabels.collectionId,
        present.map(({ id }) => id),
      ),
      hostId,
      remove,
    )
  })
  return null
}
