import { eq, isNotNull, isNull } from 'drizzle-orm'
import { collections } from '../db/tables/collections.ts'
import type { Handler } from '../http/endpoint.ts'
import { isArchivedFor } from './collection-access.ts'
import { readCollections } from './collection-view.ts'

export const listCollections: Handler<'listCollections'> = ({ deps: { db }, caller, query }) => {
  const { status, type } = query
  return readCollections(
    db,
    caller.hostId,
    ...(status === 'deleted'
      ? // Only the owner can restore a deleted collection.
        [isNotNull(collections.deletedAt), eq(collections.hostId, caller.hostId)]
      : [isNull(collections.deletedAt)]),
    ...(status === 'active' || status === 'archived'
      ? [eq(isArchivedFor(db, caller.hostId), status === 'archived')]
      : []),
    ...(type ? [eq(collections.type, type)] : []),
  )
}
