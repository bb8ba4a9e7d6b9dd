import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { collections } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { readCollections } from './collection-view.ts'
import { savedFields } from './save-fields.ts'

export const createCollection: Handler<'createCollection'> = async ({ deps: { db, now }, host, body }) => {
  const id = randomUUID()
  await db.insert(collections).values({
    hostId: host.id,
    id,
    name: body.name,
    description: body.description ?? '',
    type: body.type ?? 'generic',
    fields: savedFields([], body.fields),
    isArchived: body.isArchived ?? false,
    createdAt: now(),
    updatedAt: now(),
  })
  const [created] = await readCollections(db, host.id, eq(collections.id, id))
  return created!
}
