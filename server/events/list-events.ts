import { and, eq, exists, isNull, or, type SQL, sql } from 'drizzle-orm'
import { bookings, events } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { readEvents } from './event-view.ts'

export const listEvents: Handler<'listEvents'> = async ({ deps: { db, now }, caller, query }) => {
  const isBooked = exists(
    db
      .select({ one: sql`1` })
      .from(bookings)
      .where(and(eq(bookings.hostId, events.hostId), eq(bookings.eventId, events.id))),
  )
  const isPresent = isNull(events.deletedAt)
  const which: SQL[] = [query.includeDeleted === 'true' ? or(isPresent, isBooked)! : isPresent]
  if (query.includeArchived !== 'true') which.push(eq(events.isArchived, false))
  if (query.acceptingBookings) which.push(eq(events.isEnabled, query.acceptingBookings === 'true'))
  const found = await readEvents(db, caller.hostId, now(), ...which)
  return query.status ? found.filter((event) => event.status === query.status) : found
}
