import { and, eq, exists, type Placeholder, sql, type SQL } from 'drizzle-orm'
import { collections, collectionShares } from '../db/tables/collections.ts'
import type { Db, Tx } from '../db/database.ts'
import { lockHost } from '../db/lock-host.ts'
import { AppError, notFound } from '../http/errors.ts'
import { isId } from '../db/ids.ts'

export type CollectionRow = typeof collections.$inferSelect

/** The shares that give a host collections. One person can have several of one, under different addresses. */
const sharedWith = (hostId: string | Placeholder) => eq(collectionShares.memberId, hostId)

/**
 * The collections a host may see and edit: their own and those shared with them. Indexes find both, which they can't if
 * these are two conditions joined by `or`.
 */
export const whereEditable = (db: Db | Tx, hostId: string | Placeholder): SQL => {
  const own = db
    .select({ hostId: collections.hostId, id: collections.id })
    .from(collections)
    .where(eq(collections.hostId, hostId))
  const shared = db
    .select({ hostId: collectionShares.hostId, id: collectionShares.collectionId })
    .from(collectionShares)
    .where(sharedWith(hostId))
  return sql`(${collections.hostId}, ${collections.id}) in (${own.unionAll(shared)})`
}

/** Whether this person archived the collection: its owner and the people it is shared with decide for themselves. */
export const isArchivedFor = (db: Db | Tx, hostId: string): SQL<boolean> =>
  sql<boolean>`case when ${eq(collections.hostId, hostId)} then ${collections.isArchived}
    else ${exists(
      db
        .select({ one: sql`1` })
        .from(collectionShares)
        .where(
          and(
            sharedWith(hostId),
            eq(collectionShares.hostId, collections.hostId),
            eq(collectionShares.collectionId, collections.id),
            eq(collectionShares.isArchived, true),
          ),
        ),
    )} end`

/** The collection, locked with its owner until the transaction ends. Throws `not_found` if the host may not see it. */
export async function lockCollection(tx: Tx, hostId: string, id: string): Promise<CollectionRow> {
  if (!isId(id)) throw notFound()
  const whereThis = and(eq(collections.id, id), whereEditable(tx, hostId))
  const [owner] = await tx.select({ hostId: collections.hostId }).from(collections).where(whereThis)
  if (!owner) throw notFound()
  await lockHost(tx, owner.hostId)
  // The owner may have taken it back while this waited for the lock.
  const [row] = await tx.select().from(collections).where(whereThis).for('no key update')
  if (!row) throw notFound()
  return row
}

/** Throws `forbidden` if the collection is only shared with the host. */
export function assertOwner(row: CollectionRow, hostId: string): void {
  if (row.hostId !== hostId) {
    throw new AppError('forbidden', 'Only the owner can delete or share a collection')
  }
}

/** Throws `not_found` if the collection is deleted. */
export function assertPresent(row: CollectionRow): void {
  if (row.deletedAt !== null) throw notFound()
}

export const whereCollection = ({ hostId, id }: Pick<CollectionRow, 'hostId' | 'id'>) =>
  and(eq(collections.hostId, hostId), eq(collections.id, id))
