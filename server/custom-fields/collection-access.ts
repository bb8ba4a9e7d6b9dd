import { and, eq, exists, or, sql, type SQL } from 'drizzle-orm'
import { collections, collectionShares } from '../db/schema.ts'
import type { Db, Tx } from '../db/database.ts'
import { AppError, notFound } from '../errors.ts'
import { isId } from '../ids.ts'

export type CollectionRow = typeof collections.$inferSelect

/** The collections a host may see and edit: their own and those shared with them. */
export function mayEdit(db: Db | Tx, hostId: string): SQL {
  const shared = db
    .select({ one: sql`1` })
    .from(collectionShares)
    .where(
      and(
        eq(collectionShares.memberId, hostId),
        eq(collectionShares.hostId, collections.hostId),
        eq(collectionShares.collectionId, collections.id),
      ),
    )
  return or(eq(collections.hostId, hostId), exists(shared))!
}

/** The collection, locked until the transaction ends. Throws `not_found` if the host may not see it. */
export async function lockCollection(tx: Tx, hostId: string, id: string): Promise<CollectionRow> {
  if (!isId(id)) throw notFound()
  const [row] = await tx
    .select()
    .from(collections)
    .where(and(eq(collections.id, id), mayEdit(tx, hostId)))
    .for('no key update')
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

export const isCollection = ({ hostId, id }: Pick<CollectionRow, 'hostId' | 'id'>) =>
  and(eq(collections.hostId, hostId), eq(collections.id, id))
