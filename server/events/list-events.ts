import { and, eq, exists, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { acceptsBookings } from '../../contract/bookings/booking-obstacles.ts'
import { matchesLabels } from '../../contract/labels/label-options.ts'
import { bookings } from '../db/tables/bookings.ts'
import { events } from '../db/tables/events.ts'
import type { Handler } from '../http/endpoint.ts'
import { RESTORE_WINDOW_MS } from '../../contract/events/event-options.ts'
import { readEvents } from './event-view.ts'

export const listEvents: Handler<'listEvents'> = async ({ deps, caller, query }) => {
  const { status, acceptingBookings, includeArchived, includeDeleted } = query
  const { db } = deps
  const now = deps.now()
  const whereBooked = exists(
    db
      .select({ one: sql`1` })
      .from(bookings)
      .where(and(eq(bookings.hostId, events.hostId), eq(bookings.eventId, events.id))),
  )
  const wherePresent = isNull(events.deletedAt)
  const whereRestorable = gt(events.deletedAt, now - RESTORE_WINDOW_MS)
  const which: SQL[] =
    status === 'deleted'
      ? [whereRestorable]
      : [
          includeDeleted === 'true' ? or(wherePresent, whereBooked)! : wherePresent,
          ...(includeArchived === 'true' ? [] : [eq(events.isArchived, false)]),
        ]
  const found = await readEvents(db, caller.hostId, now, ...which)
  return found.filter(
    (event) =>
      matchesLabels(event.labelIds, query) &&
      (!status || status === 'deleted' || event.status === status) &&
      (!acceptingBookings ||
        (!event.isDeleted && acceptsBookings(event, now)) === (acceptingBookings === 'true')),
  )
}
