import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Collection, CollectionShare } from '../../contract/custom-fields/collection.schema.ts'
import { hosts } from '../db/tables/hosts.ts'
import { collections, collectionShares } from '../db/tables/collections.ts'
import type { Db, Tx } from '../db/database.ts'
import { collectionLabelIds } from '../labels/labeled.ts'
import { type CollectionRow, isArchivedFor, whereEditable } from './collection-access.ts'

/**
 * The collections a host may see, most recently updated first. Includes deleted ones unless `which` excludes them.
 */
export async function readCollections(db: Db | Tx, hostId: string, ...which: SQL[]): Promise<Collection[]> {
  const rows = await db
    .select({
      collection: collections,
      ownerName: hosts.name,
      isArchived: isArchivedFor(db, hostId),
      labelIds: collectionLabelIds(hostId),
    })
    .from(collections)
    .innerJoin(hosts, eq(hosts.id, collections.hostId))
    .where(and(whereEditable(db, hostId), ...which))
    .orderBy(desc(collections.updatedAt), collections.id)
  const own = rows.filter(({ collection }) => collection.hostId === hostId)
  const shares = await readShares(
    db,
    hostId,
    own.map(({ collection }) => collection.id),
  )
  return rows.map(({ collection, ownerName, isArchived, labelIds }) => ({
    ...view({ ...collection, isArchived }),
    ownerName,
    entityRole: collection.hostId === hostId ? 'owner' : 'shared',
    shares: shares.get(collection.id) ?? [],
    labelIds,
  }))
}

async function readShares(
  db: Db | Tx,
  hostId: string,
  ids: string[],
): Promise<ReadonlyMap<string, CollectionShare[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      collectionId: collectionShares.collectionId,
      userId: collectionShares.id,
      email: collectionShares.email,
    })
    .from(collectionShares)
    .where(and(eq(collectionShares.hostId, hostId), inArray(collectionShares.collectionId, ids)))
    .orderBy(asc(collectionShares.email))
  return Map.groupBy(rows, ({ collectionId }) => collectionId)
}

function view(row: CollectionRow) {
  const isDeleted = row.deletedAt !== null
  return {
    id: row.id,
    collectionId: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    status: isDeleted ? ('deleted' as const) : row.isArchived ? ('archived' as const) : ('active' as const),
    isArchived: row.isArchived,
    isDeleted,
    fields: row.fields,
    version: row.version,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}
