import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { CalendarOption } from '../../contract/user.schema.ts'
import { readHost } from '../account/read-host.ts'
import { calendars } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { Handler } from '../endpoint.ts'
import { calendarUnreachable } from '../errors.ts'
import { withCalendarAccount } from './connection.ts'
import type { CalendarSummary } from './provider.ts'

export const listCalendars: Handler<'listCalendars'> = async ({ deps, caller }) => {
  const found = await refreshCalendars(deps, caller.hostId).catch((error: unknown) => {
    throw calendarUnreachable(error)
  })
  const { email } = await readHost(deps.db, caller.hostId)
  return found.map((calendar): CalendarOption => ({ ...calendar, email }))
}

/** Reads the host's calendars from the provider and stores the list, so that an event's choice can be checked offline. */
export async function refreshCalendars(deps: Deps, hostId: string): Promise<CalendarSummary[]> {
  const found = await withCalendarAccount(deps, hostId, (account) => account.listCalendars())
  await deps.db.transaction(async (tx) => {
    const ids = found.map(({ id }) => id)
    const isOutdated = or(isNull(calendars.missingSince), inArray(calendars.calendarId, ids))
    await tx.delete(calendars).where(and(eq(calendars.hostId, hostId), isOutdated))
    if (found.length === 0) return
    await tx
      .insert(calendars)
      .values(found.map(({ id, ...calendar }) => ({ hostId, calendarId: id, ...calendar })))
      .onConflictDoNothing()
  })
  return found
}
