import { once } from 'node:events'
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { Interval } from '../../../availability/interval.ts'
import type { CalendarTrouble } from '../../../contract/calendars/calendar-connections.ts'
import type { DryRun } from '../../../contract/calendars/calendar-connections.schema.ts'
import { requestedRange } from '../../http/requested-range.ts'
import { calendars } from '../../db/tables/calendars.ts'
import type { Deps } from '../../adapters/deps.ts'
import type { Handler } from '../../http/endpoint.ts'
import { toIso } from '../../http/iso.ts'
import type { CalendarKey } from '../calendar-id.ts'
import { withCalendar } from '../connection.ts'
import { CalendarError } from '../../adapters/calendar-provider.ts'
import { readConnection } from './connection-view.ts'
import { countConnectionAttempt } from './try-account.ts'

const MAX_CALENDARS = 50

/** Of one calendar's times in the answer. */
const MAX_TIMES = 1000

/** Few, because some servers have to be asked for everything in a calendar. */
const CONCURRENCY = 3

/** For all calendars together. */
const TIMEOUT_MS = 15_000

interface DryRunLimits {
  concurrency: number
  maxCalendars: number
  maxTimes: number
}

const DEFAULT_LIMITS: DryRunLimits = {
  concurrency: CONCURRENCY,
  maxCalendars: MAX_CALENDARS,
  maxTimes: MAX_TIMES,
}

/** Asks the provider: what it says isn't stored. */
export const dryRunConnection: Handler<'dryRunConnection'> = async ({ deps, caller, params, query }) => {
  const range = requestedRange(query)
  const { hostId, id } = await readConnection(deps.db, caller.hostId, params.id)
  await countConnectionAttempt(deps, hostId)
  const rows = await deps.db
    .select({ calendarId: calendars.calendarId })
    .from(calendars)
    .where(and(eq(calendars.hostId, hostId), eq(calendars.connectionId, id), isNull(calendars.missingSince)))
    .orderBy(desc(calendars.isPrimary), asc(calendars.name), calendars.calendarId)
  const keys = rows.map(({ calendarId }) => ({ hostId, calendarId }))
  return dryRunCalendars(deps, keys, range)
}

/**
 * A few calendars at a time. What can't be read within the limits is named, so the host knows that it isn't part of the
 * picture.
 */
export async function dryRunCalendars(
  deps: Deps,
  keys: readonly CalendarKey[],
  range: Interval,
  { concurrency, maxCalendars, maxTimes }: DryRunLimits = DEFAULT_LIMITS,
  timeIsUp: AbortSignal = AbortSignal.timeout(TIMEOUT_MS),
): Promise<DryRun> {
  const waiting = keys.slice(0, maxCalendars)
  const runs = new Map<string, DryRun>()
  const readNext = async () => {
    for (let key = waiting.shift(); key; key = waiting.shift()) {
      const run = await runOne(deps, key, range)
      const isTooLarge = run.entries.length > maxTimes
      runs.set(key.calendarId, isTooLarge ? unreadable(key, 'too_large') : run)
    }
  }
  const ended = Promise.all(Array.from({ length: concurrency }, readNext))
  await Promise.race([ended, once(timeIsUp, 'abort')])
  // Those that are being read end by their own limits.
  waiting.length = 0
  const all = keys.map((key) => runs.get(key.calendarId) ?? unreadable(key, 'too_slow'))
  return {
    entries: all.flatMap(({ entries }) => entries).toSorted((a, b) => a.startUtc.localeCompare(b.startUtc)),
    unreadable: all.flatMap((run) => run.unreadable),
  }
}

const unreadable = ({ calendarId }: CalendarKey, trouble: CalendarTrouble | null): DryRun => ({
  entries: [],
  unreadable: [{ calendarId, trouble }],
})

async function runOne(deps: Deps, key: CalendarKey, range: Interval): Promise<DryRun> {
  const { calendarId } = key
  try {
    const { entries } = await withCalendar(deps, key, (account, id) => account.listEntries(id, range))
    return {
      entries: entries.flatMap(({ title, busy }) =>
        busy
          .filter(({ start, end }) => start < range.end && end > range.start)
          .map(({ start, end, ...kinds }) => ({
            calendarId,
            title,
            startUtc: toIso(start),
            endUtc: toIso(end),
            ...kinds,
          })),
      ),
      unreadable: [],
    }
  } catch (error) {
    return unreadable(key, error instanceof CalendarError ? (error.trouble ?? null) : null)
  }
}
