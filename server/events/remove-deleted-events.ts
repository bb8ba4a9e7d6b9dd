import { and, eq, lt } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { lockHost } from '../db/lock-host.ts'
import { RESTORE_WINDOW_MS } from '../../contract/event-options.ts'
import { events } from '../db/schema.ts'

/** Deletes for good what can no longer be restored. Bookings have their own copy of what they need. */
export async function removeDeletedEvents({ db, now }: Deps): Promise<void> {
  const isDue = lt(events.deletedAt, now() - RESTORE_WINDOW_MS)
  const hosts = await db.selectDistinct({ id: events.hostId }).from(events).where(isDue)
  for (const { id } of hosts)
    await db.transaction(async (tx) => {
      // What it takes along, such as labels, may be about to change.
      await lockHost(tx, id)
      await tx.delete(events).where(and(eq(events.hostId, id), isDue))
    })
}
