import { and, eq, lt, or } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { RESTORE_WINDOW_MS } from '../restore.ts'
import { collections } from '../db/schema.ts'
import { isUnused } from './used-collections.ts'

/** Deletes for good what can no longer be restored, and collections of deleted events. */
export async function removeDeletedCollections({ db, now }: Deps): Promise<void> {
  const until = now() - RESTORE_WINDOW_MS
  await db
    .delete(collections)
    .where(
      or(
        lt(collections.deletedAt, until),
        and(eq(collections.type, 'boomEvent'), lt(collections.updatedAt, until), isUnused(db)),
      ),
    )
}
