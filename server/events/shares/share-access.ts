import { and, eq, exists, isNull, sql, type SQL } from 'drizzle-orm'
import type { ShareRole } from '../../../contract/events/event-shares.ts'
import type { Db, Tx } from '../../db/database.ts'
import { hosts } from '../../db/tables/hosts.ts'
import { bookings } from '../../db/tables/bookings.ts'
import { type EventRow, events } from '../../db/tables/events.ts'
import { eventShares } from '../../db/tables/event-shares.ts'

/** A share that someone has, with the event it opens. */
interface Shared {
  event: EventRow
  ownerName: string
  role: ShareRole
  /** Their address, as the owner entered it. */
  email: string
}

/**
 * The events shared with someone. Leaves out deleted events and closed accounts, even while they can still be restored.
 * One person can have several shares of an event, under different addresses; the one that allows more counts.
 */
export async function readSharedEvents(db: Db | Tx, memberId: string, ...which: SQL[]): Promise<Shared[]> {
  const rows = await db
    .select({ event: events, ownerName: hosts.name, role: eventShares.role, email: eventShares.email })
    .from(eventShares)
    .innerJoin(events, and(eq(events.hostId, eventShares.hostId), eq(events.id, eventShares.eventId)))
    .innerJoin(hosts, eq(hosts.id, eventShares.hostId))
    .where(and(whereOpenTo(memberId), ...which))
    // `manage` comes before `view`.
    .orderBy(events.title, events.hostId, events.id, eventShares.role, eventShares.createdAt)
  return rows.filter(
    ({ event }, index) =>
      event.id !== rows[index - 1]?.event.id || event.hostId !== rows[index - 1]?.event.hostId,
  )
}

const whereOpenTo = (memberId: string) =>
  and(eq(eventShares.memberId, memberId), isNull(events.deletedAt), isNull(hosts.deletedAt))

/** Whether a booking's event is shared with someone. */
export const whereSharedWith = (db: Db | Tx, memberId: string): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(eventShares)
      .innerJoin(events, and(eq(events.hostId, eventShares.hostId), eq(events.id, eventShares.eventId)))
      .innerJoin(hosts, eq(hosts.id, eventShares.hostId))
      .where(
        and(
          whereOpenTo(memberId),
          eq(eventShares.hostId, bookings.hostId),
          eq(eventShares.eventId, bookings.eventId),
        ),
      ),
  )
