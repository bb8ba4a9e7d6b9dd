import { eq } from 'drizzle-orm'
import type { CalendarOption } from '../../contract/user.ts'
import type { Deps } from '../app.ts'
import { calendars } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { calendarUnreachable } from '../errors.ts'
import { withCalendarApi } from './connection.ts'

export const listCalendars: Handler<'listCalendars'> = async ({ deps, host }) => {
  const found = await refreshCalendars(deps, host.id).catch((error: unknown) => {
    throw calendarUnreachable(error)
  })
  return found.map((calendar): CalendarOption => ({ ...calendar, email: host.email }))
}

/** Reads the host's calendars from Google, and keeps the list so that an event's choice can be checked without asking. */
export async function refreshCalendars(deps: Deps, hostId: string) {
  const found = await withCalendarApi(deps, hostId, async (api) => {
    const items = []
    let pageToken: string | undefined
    do {
      const { data } = await api.calendarList.list(
        { minAccessRole: 'writer', maxResults: 250, ...(pageToken && { pageToken }) },
        deps.google.callOptions,
      )
      items.push(...(data.items ?? []))
      pageToken = data.nextPageToken ?? undefined
    } while (pageToken)
    return items.flatMap(({ id, summary, summaryOverride, primary }) =>
      id ? [{ id, name: summaryOverride ?? summary ?? id, isPrimary: primary === true }] : [],
    )
  })
  await deps.db.transaction(async (tx) => {
    await tx.delete(calendars).where(eq(calendars.hostId, hostId))
    if (found.length === 0) return
    await tx
      .insert(calendars)
      .values(found.map(({ id, name, isPrimary }) => ({ hostId, calendarId: id, name, isPrimary })))
      .onConflictDoNothing()
  })
  return found
}
