import { and, eq, lt, notExists, or, sql } from 'drizzle-orm'
import type { Deps } from '../app.ts'
import { BRING_BACK_MS } from '../bring-back.ts'
import { collections, eventCollections } from '../db/schema.ts'

/** Removes for good what can no longer be brought back, and what belonged to an event that is gone. */
export async function removeDeletedCollections({ db, now }: Deps): Promise<void> {
  const until = now() - BRING_BACK_MS
  const uses = db
    .select({ one: sql`1` })
    .from(eventCollections)
    .where(
      and(
        eq(eventCollections.collectionHostId, collections.hostId),
        eq(eventCollections.collectionId, collections.id),
      ),
    )
  await db
    .delete(collections)
    .where(
      or(
        lt(collections.deletedAt, until),
        and(eq(collections.type, 'boomEvent'), lt(collections.updatedAt, until), notExists(uses)),
      ),
    )
}
