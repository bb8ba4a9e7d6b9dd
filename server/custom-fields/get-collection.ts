import { eq, isNull } from 'drizzle-orm'
import { collections } from '../db/tables/collections.ts'
import type { Handler } from '../http/endpoint.ts'
import { notFound } from '../http/errors.ts'
import { readCollections } from './collection-view.ts'

export const getCollection: Handler<'getCollection'> = async ({ deps: { db }, caller, params }) => {
  const [found] = await readCollections(
    db,
    caller.hostId,
    eq(collections.id, params.id),
    isNull(collections.deletedAt),
  )
  if (!found) throw notFound()
  return found
}
