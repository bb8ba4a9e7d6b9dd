import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { BookingFilters, ListedBooking } from '../../../contract/bookings/booking-list.schema.ts'
import type { Db } from '../../db/database.ts'
import { type BookingRow, bookings } from '../../db/tables/bookings.ts'
import { type EventRow, events } from '../../db/tables/events.ts'
import { whereSharedWith, readSharedEvents } from '../../events/shares/share-access.ts'

/** Whose bookings a list searches: the host's own, or other hosts' bookings of shared events. */
export interface BookingScope {
  /** Who searches. Labels are theirs. */
  callerId: string
  isIncluded: SQL
  /** Whose bookings they are. */
  hostIds: readonly string[]
  events: readonly EventRow[]
  /** Whether bookings of events that were removed for good are among them. */
  includesRemovedEvents: boolean
  /** The column with the ids that the list returns. */
  id: SQL
  /** How a booking is shared with the caller; null for their own. */
  shareOf: (booking: Pick<BookingRow, 'hostId' | 'eventId'>) => ListedBooking['share']
}

export const bookingScope = (db: Db, callerId: string, { shared }: Pick<BookingFilters, 'shared'>) =>
  shared ? sharedBookings(db, callerId) : ownBookings(db, callerId)

export const ownBookings = async (db: Db, hostId: string): Promise<BookingScope> => ({
  callerId: hostId,
  isIncluded: eq(bookings.hostId, hostId),
  hostIds: [hostId],
  events: await db.select().from(events).where(eq(events.hostId, hostId)),
  includesRemovedEvents: true,
  id: sql`${bookings.id}`,
  shareOf: () => null,
})

async function sharedBookings(db: Db, memberId: string): Promise<BookingScope> {
  const shared = await readSharedEvents(db, memberId)
  const hostIds = [...new Set(shared.map(({ event }) => event.hostId))]
  const byEvent = new Map(shared.map((one) => [`${one.event.hostId} ${one.event.id}`, one]))
  return {
    callerId: memberId,
    // Asked again with every batch of an export, so that it ends once the event is no longer shared.
    isIncluded: and(inArray(bookings.hostId, hostIds), whereSharedWith(db, memberId))!,
    hostIds,
    events: shared.map(({ event }) => event),
    includesRemovedEvents: false,
    id: sql`${bookings.sharedId}::text`,
    shareOf({ hostId, eventId }) {
      const { ownerName, role } = byEvent.get(`${hostId} ${eventId}`)!
      return { ownerName, role }
    },
  }
}
