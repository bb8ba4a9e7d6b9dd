import { and, eq, lt } from 'drizzle-orm'
import { RESTORE_WINDOW_MS } from '../../contract/event-options.ts'
import { eventLinks } from '../db/schedule-schema.ts'
import type { Deps } from '../deps.ts'

/** Deletes links for good that can no longer be restored, except those that somebody booked with. */
export async function removeDeletedLinks({ db, now }: Deps): Promise<void> {
  await db
    .delete(eventLinks)
    .where(and(eq(eventLinks.uses, 0), lt(eventLinks.deletedAt, now() - RESTORE_WINDOW_MS)))
}
