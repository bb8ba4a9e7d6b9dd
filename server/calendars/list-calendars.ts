import { setTimeout as delay } from 'node:timers/promises'
import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { CalendarOption } from '../../contract/calendars/calendar-option.schema.ts'
import { calendarConnections, calendars } from '../db/tables/calendars.ts'
import type { Deps } from '../adapters/deps.ts'
import type { Handler } from '../http/endpoint.ts'
import { calendarUnreachable } from '../http/errors.ts'
import type { ConnectionKey } from './calendar-id.ts'
import { CalendarError } from '../adapters/calendar-provider.ts'
import { refreshCalendars, setListFailed } from './refresh-calendars.ts'

export const listCalendars: Handler<'listCalendars'> = async ({ deps, caller: { hostId } }) => {
  await refreshAccounts(deps, hostId)
  return writableCalendars(deps, hostId)
}

/** How long the list waits for an account. */
const TIMEOUT_MS = 5000

/**
 * Of accounts that don't answer in time, the calendars that were listed before are offered, and the host sees which
 * accounts they are. Nothing can be written to feeds.
 */
async function refreshAccounts(deps: Deps, hostId: string): Promise<void> {
  const { id } = calendarConnections
  const accounts = await deps.db
    .select({ id })
    .from(calendarConnections)
    .where(and(eq(calendarConnections.hostId, hostId), ne(calendarConnections.provider, 'ics')))
  const others = accounts.filter((account) => account.id !== hostId)
  const [own] = await Promise.allSettled(
    [{ id: hostId }, ...others].map((account) => refreshInTime(deps, { hostId, id: account.id })),
  )
  if (own!.status === 'rejected' && others.length === 0) throw calendarUnreachable(own!.reason)
}

/** A refresh that takes longer goes on. */
async function refreshInTime(deps: Deps, account: ConnectionKey): Promise<void> {
  const timeout = new AbortController()
  const late = delay(TIMEOUT_MS, undefined, { signal: timeout.signal }).then(() => {
    throw new CalendarError('unreachable', 'The account took too long', { trouble: 'too_slow' })
  })
  const refresh = refreshCalendars(deps, account)
  try {
    await Promise.race([refresh, late])
  } catch (error) {
    await setListFailed(deps, account, true)
    throw error
  } finally {
    timeout.abort()
    for (const ended of [refresh, late]) ended.catch(() => {})
  }
}

/** The calendars that events can write to, starting with the account that the host signs in with. */
function writableCalendars({ db }: Deps, hostId: string): Promise<CalendarOption[]> {
  const { calendarId, connectionId, name, isPrimary, hasVideoCalls } = calendars
  return db
    .select({
      id: calendarId,
      name,
      isPrimary,
      hasVideoCalls,
      email: calendarConnections.name,
      server: calendarConnections.server,
    })
    .from(calendars)
    .innerJoin(
      calendarConnections,
      and(eq(calendarConnections.hostId, calendars.hostId), eq(calendarConnections.id, connectionId)),
    )
    .where(and(eq(calendars.hostId, hostId), eq(calendars.isWritable, true), isNull(calendars.missingSince)))
    .orderBy(sql`${connectionId} <> ${hostId}`, connectionId, desc(isPrimary), asc(name))
}
