import { and, eq, gt, lt, notExists } from 'drizzle-orm'
import { RESTORE_WINDOW_MS } from '../../../contract/events/event-options.ts'
import { lockHost } from '../../db/lock-host.ts'
import { eventLinks } from '../../db/tables/event-links.ts'
import { bookings } from '../../db/tables/bookings.ts'
import type { Deps } from '../../adapters/deps.ts'
import { inTurn } from '../../concurrency/in-turn.ts'

/**
 * Deletes for good what can no longer be restored. The rules of a link still apply to its bookings until they are over.
 */
export async function removeDeletedLinks({ db, now }: Deps): Promise<void> {
  const until = now() - RESTORE_WINDOW_MS
  const whereBookedWith = and(
    eq(bookings.hostId, eventLinks.hostId),
    eq(bookings.linkId, eventLinks.id),
    eq(bookings.status, 'confirmed'),
    // Their buffers last up to a day longer.
    gt(bookings.endAt, until),
  )
  const whereDue = and(
    lt(eventLinks.deletedAt, until),
    notExists(db.select({ id: bookings.id }).from(bookings).where(whereBookedWith)),
  )
  const hosts = await db.selectDistinct({ id: eventLinks.hostId }).from(eventLinks).where(whereDue)
  await inTurn(hosts, ({ id }) =>
    db.transaction(async (tx) => {
      // A booking made with it may be about to be moved.
      await lockHost(tx, id)
      await tx.delete(eventLinks).where(and(eq(eventLinks.hostId, id), whereDue))
    }),
  )
}
