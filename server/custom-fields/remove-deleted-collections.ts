import { and, eq, lt, or } from 'drizzle-orm'
import type { Deps } from '../adapters/deps.ts'
import { RESTORE_WINDOW_MS } from '../../contract/events/event-options.ts'
import { collections } from '../db/tables/collections.ts'
import { whereCollection } from './collection-access.ts'
import { whereUnused } from './used-collections.ts'

/** Deletes for good what can no longer be restored, and collections of deleted events. */
export async function removeDeletedCollections({ db, now }: Deps): Promise<void> {
  const until = now() - RESTORE_WINDOW_MS
  const whereDue = or(
    lt(collections.deletedAt, until),
    and(eq(collections.type, 'boomEvent'), lt(collections.updatedAt, until), whereUnused(db)),
  )
  const due = await db
    .select({ hostId: collections.hostId, id: collections.id })
    .from(collections)
    .where(whereDue)
  // One by one: several could wait for a label that someone it was shared with deletes from all of them, and that one
  // for them.
  for (const one of due) await db.delete(collections).where(and(whereCollection(one), whereDue))
}
