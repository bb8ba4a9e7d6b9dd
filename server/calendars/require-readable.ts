import type { Deps } from '../adapters/deps.ts'
import { AppError } from '../http/errors.ts'
import type { CalendarRow } from '../db/tables/calendars.ts'
import { syncNow } from './mirror/sync.ts'

/** Reads a calendar before it is checked: otherwise it would close the events that check it. */
export async function requireReadable(
  deps: Deps,
  { hostId, calendarId, name }: Pick<CalendarRow, 'hostId' | 'calendarId' | 'name'>,
): Promise<void> {
  try {
    await syncNow(deps, { hostId, calendarId })
  } catch (error) {
    const text = `We can’t read the calendar “${name}” right now, so it can’t be checked. Please try again in a few minutes.`
    throw new AppError('calendar_unreachable', text, { retryAfterSeconds: 60, cause: error })
  }
}
