import { and, eq, isNull } from 'drizzle-orm'
import { calendars } from '../../db/tables/calendars.ts'
import type { Handler } from '../../http/endpoint.ts'
import { syncNow } from '../mirror/sync.ts'
import { refreshCalendars } from '../refresh-calendars.ts'
import { countConnectionAttempt } from './try-account.ts'
import { connectionById, readConnection } from './connection-view.ts'

/** What couldn't be read shows in the answer. */
export const refreshConnection: Handler<'refreshConnection'> = async ({
  deps,
  caller: { hostId },
  params,
}) => {
  const connection = await readConnection(deps.db, hostId, params.id)
  await countConnectionAttempt(deps, hostId)
  // A feed is its only calendar, which has the name that the host gave it.
  if (connection.provider !== 'ics') await refreshCalendars(deps, connection).catch(() => [])
  const whereRead = and(
    eq(calendars.hostId, hostId),
    eq(calendars.connectionId, connection.id),
    eq(calendars.isChecked, true),
    isNull(calendars.missingSince),
  )
  const checked = await deps.db.select({ calendarId: calendars.calendarId }).from(calendars).where(whereRead)
  await Promise.allSettled(checked.map(({ calendarId }) => syncNow(deps, { hostId, calendarId })))
  return connectionById(deps, connection)
}
