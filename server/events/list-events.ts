import { eq, isNull } from 'drizzle-orm'
import { acceptsBookings } from '../../contract/booking-obstacles.ts'
import { events } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { readEvents } from './event-view.ts'

export const listEvents: Handler<'listEvents'> = async ({ deps, caller, query }) => {
  const { status, acceptingBookings, includeArchived } = query
  const now = deps.now()
  const which = [isNull(events.deletedAt)]
  if (includeArchived !== 'true') which.push(eq(events.isArchived, false))
  const found = await readEvents(deps.db, caller.hostId, now, ...which)
  return found.filter(
    (event) =>
      (!status || event.status === status) &&
      (!acceptingBookings || acceptsBookings(event, now) === (acceptingBookings === 'true')),
  )
}
