import { eq, isNull } from 'drizzle-orm'
import { events } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { readEvents } from './event-view.ts'

export const listEvents: Handler<'listEvents'> = async ({ deps: { db, now }, caller, query }) => {
  const which = [isNull(events.deletedAt)]
  if (query.includeArchived !== 'true') which.push(eq(events.isArchived, false))
  if (query.acceptingBookings) which.push(eq(events.isEnabled, query.acceptingBookings === 'true'))
  const found = await readEvents(db, caller.hostId, now(), ...which)
  return query.status ? found.filter((event) => event.status === query.status) : found
}
