import { lt } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { RESTORE_WINDOW_MS } from '../restore.ts'
import { events } from '../db/schema.ts'

/** Deletes for good what can no longer be restored. Bookings have their own copy of what they need. */
export async function removeDeletedEvents({ db, now }: Deps): Promise<void> {
  await db.delete(events).where(lt(events.deletedAt, now() - RESTORE_WINDOW_MS))
}
