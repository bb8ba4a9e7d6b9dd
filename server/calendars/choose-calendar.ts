import { and, eq, isNull } from 'drizzle-orm'
import { PRIMARY_CALENDAR } from '../../contract/event-options.ts'
import type { Tx } from '../db/database.ts'
import { calendarMirrors, calendars } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { invalid } from '../errors.ts'
import { refreshCalendars } from './list-calendars.ts'
import { watchedAgain } from './mirror/use.ts'

/**
 * The event's calendar: the chosen one if it belongs to the host, or the primary one by default. Google is called
 * only for a calendar that isn't in the stored list.
 */
export async function chosenCalendar(deps: Deps, hostId: string, wanted: string | null): Promise<string> {
  const known = await deps.db
    .select({ id: calendars.calendarId, isPrimary: calendars.isPrimary })
    .from(calendars)
    .where(and(eq(calendars.hostId, hostId), isNull(calendars.missingSince)))
  const choose = (list: { id: string; isPrimary: boolean }[]) =>
    wanted === null
      ? list.find((calendar) => calendar.isPrimary)?.id
      : list.find(({ id }) => id === wanted)?.id
  if (wanted === PRIMARY_CALENDAR) return wanted
  const chosen = choose(known) ?? choose(await refreshCalendars(deps, hostId).catch(() => []))
  if (chosen) return chosen
  if (wanted === null) return PRIMARY_CALENDAR
  throw invalid({ calendarId: 'Choose one of your own calendars' })
}

/** Starts mirroring the calendar, or polling it again. */
export async function mirrorCalendar(tx: Tx, hostId: string, calendarId: string, now: number): Promise<void> {
  await tx
    .insert(calendarMirrors)
    .values({ hostId, calendarId, nextPollAt: now, lastUsedAt: now })
    .onConflictDoUpdate({
      target: [calendarMirrors.hostId, calendarMirrors.calendarId],
      set: { nextPollAt: now, lastUsedAt: now, isActive: true, watchAt: watchedAgain(now) },
    })
}
