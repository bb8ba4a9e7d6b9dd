import { and, eq } from 'drizzle-orm'
import { PRIMARY_CALENDAR } from '../../contract/events/event-options.ts'
import { calendarMirrors, calendars } from '../db/tables/calendars.ts'
import type { Tx } from '../db/database.ts'
import { bookings } from '../db/tables/bookings.ts'
import { events } from '../db/tables/events.ts'
import { whereCalendar } from './calendar-id.ts'
import { mirrorCalendar } from './mirror/mirror-use.ts'

/**
 * Gives what a host has under the alias of their primary calendar the calendar's own id, which is known from now on.
 * Otherwise, one calendar would have two mirrors. Call it under the lock of the host's row, so that no other request
 * uses the alias.
 */
export async function resolvePrimary(
  tx: Tx,
  { hostId, calendarId, now }: { hostId: string; calendarId: string; now: number },
): Promise<void> {
  if (calendarId === PRIMARY_CALENDAR) return
  const whereAlias = ({
    hostId: owner,
    calendarId: id,
  }: typeof events | typeof bookings | typeof calendarMirrors) =>
    and(eq(owner, hostId), eq(id, PRIMARY_CALENDAR))
  const used =
    (await tx.$count(events, whereAlias(events))) +
    (await tx.$count(calendarMirrors, whereAlias(calendarMirrors)))
  if (used === 0) return
  await tx.update(events).set({ calendarId }).where(whereAlias(events))
  await tx.update(bookings).set({ calendarId }).where(whereAlias(bookings))
  await tx.delete(calendarMirrors).where(whereAlias(calendarMirrors))
  await tx.delete(calendars).where(whereCalendar({ hostId, calendarId: PRIMARY_CALENDAR }))
  await mirrorCalendar(tx, hostId, calendarId, now)
}
