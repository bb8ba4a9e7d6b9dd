import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Deps } from '../adapters/deps.ts'
import { lockHost } from '../db/lock-host.ts'
import { RESTORE_WINDOW_MS } from '../../contract/events/event-options.ts'
import { bookings } from '../db/tables/bookings.ts'
import { events } from '../db/tables/events.ts'
import { inTurn } from '../concurrency/in-turn.ts'

/** Deletes for good what can no longer be restored. Bookings have their own copy of what they need. */
export async function removeDeletedEvents({ db, now }: Deps): Promise<void> {
  const whereDue = lt(events.deletedAt, now() - RESTORE_WINDOW_MS)
  const hosts = await db.selectDistinct({ id: events.hostId }).from(events).where(whereDue)
  await inTurn(hosts, ({ id }) =>
    db.transaction(async (tx) => {
      // What it takes along, such as labels, may be about to change.
      await lockHost(tx, id)
      const due = await tx
        .select({ id: events.id })
        .from(events)
        .where(and(eq(events.hostId, id), whereDue))
      for (const event of due)
        await tx
          .update(bookings)
          .set({ formerEventId: event.id })
          .where(and(eq(bookings.hostId, id), eq(bookings.eventId, event.id)))
      const ids = due.map((event) => event.id)
      await tx.delete(events).where(and(eq(events.hostId, id), inArray(events.id, ids)))
    }),
  )
}
