import { SECOND } from '../../../availability/units.ts'
import { CallPostponed } from '../../adapters/calendar-provider.ts'
import { splitCalendarId, whereConnection } from '../../calendars/calendar-id.ts'
import { withCalendar } from '../../calendars/connection.ts'
import { calendarConnections } from '../../db/tables/calendars.ts'
import { JobPostponed } from '../../jobs/job.ts'

/** How many jobs of a process call one server at once. Fewer than run: one that hangs never takes all places. */
const MAX_PER_SERVER = 4
const FULL_SERVER_DELAY_MS = 3 * SECOND

const calling = new Map<string, number>()

/** Calls the calendar of a job's entry. Throws `JobPostponed` if it wasn't called, otherwise like `withCalendar`. */
export const callCalendar: typeof withCalendar = async (deps, key, call) => {
  const [connection] = await deps.db
    .select({ server: calendarConnections.server })
    .from(calendarConnections)
    .where(whereConnection(splitCalendarId(key).connection))
  // All calls to Google have a circuit breaker.
  const server = connection?.server ?? null
  if (server !== null) {
    if ((calling.get(server) ?? 0) >= MAX_PER_SERVER) throw new JobPostponed(FULL_SERVER_DELAY_MS)
    count(server, 1)
  }
  try {
    return await withCalendar(deps, key, call)
  } catch (error) {
    throw error instanceof CallPostponed ? new JobPostponed(error.retryAfterMs, { cause: error }) : error
  } finally {
    if (server !== null) count(server, -1)
  }
}

function count(server: string, change: 1 | -1): void {
  const calls = (calling.get(server) ?? 0) + change
  if (calls === 0) calling.delete(server)
  else calling.set(server, calls)
}
