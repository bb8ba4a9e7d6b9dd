import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import { DAY } from '../../availability/units.ts'
import type { Interval } from '../../availability/interval.ts'
import { dayOf, formatDate } from '../../availability/wall-time.ts'
import { isTimeZone, zoneTable } from '../../contract/time/time-zones.ts'
import { listed, listedViews } from '../bookings/lists/list-bookings.ts'
import { requestedRange } from '../http/requested-range.ts'
import { calendarEntries, calendarMirrors, calendars } from '../db/tables/calendars.ts'
import type { Db } from '../db/database.ts'
import { bookings } from '../db/tables/bookings.ts'
import type { Handler } from '../http/endpoint.ts'
import { toIso } from '../http/iso.ts'
import { countsAsBusy, hostsCheckedIds, whereOfEntry } from '../calendars/checked-calendars.ts'
import { unreadCalendars } from '../calendars/mirror/freshness.ts'

export const getCalendar: Handler<'getCalendar'> = async ({ deps, caller: { hostId }, query }) => {
  const { db } = deps
  const range = requestedRange(query)
  const unread = await unreadCalendars(deps, hostId, range.end)
  const [rows, entries] = await Promise.all([
    listed(db)
      .where(
        and(
          eq(bookings.hostId, hostId),
          eq(bookings.status, 'confirmed'),
          lt(bookings.startAt, range.end),
          gt(bookings.endAt, range.start),
        ),
      )
      .orderBy(asc(bookings.startAt), asc(bookings.id)),
    busyEntries(db, hostId, range),
  ])
  return {
    bookings: await listedViews(db, hostId, rows),
    busyTimes: entries
      .filter(({ entry }) => !entry.isAllDay)
      .map((one) => ({
        ...entryView(one),
        startUtc: toIso(one.entry.startAt),
        endUtc: toIso(one.entry.endAt),
      })),
    busyDays: entries
      .filter(({ entry }) => entry.isAllDay)
      .map((one) => ({ ...entryView(one), ...datesOf(one.entry, one.timeZone) })),
    unreadCalendars: unread.map(({ calendar }) => calendar?.name ?? null),
  }
}

const busyEntries = (db: Db, hostId: string, range: Interval) =>
  db
    .select({ entry: calendarEntries, calendar: calendars.name, timeZone: calendarMirrors.timeZone })
    .from(calendarEntries)
    .leftJoin(calendars, whereOfEntry(hostId))
    .leftJoin(
      calendarMirrors,
      and(eq(calendarMirrors.hostId, hostId), eq(calendarMirrors.calendarId, calendarEntries.calendarId)),
    )
    .where(
      and(
        eq(calendarEntries.hostId, hostId),
        // An array, so that the index by calendar and time is used.
        sql`${calendarEntries.calendarId} = any(array(${hostsCheckedIds(hostId)}))`,
        // Whole days are dates, which begin and end at other instants in the caller's zone.
        lt(calendarEntries.startAt, range.end + DAY),
        gt(calendarEntries.endAt, range.start - DAY),
        sql`(${calendarEntries.isAllDay} or (${and(
          lt(calendarEntries.startAt, range.end),
          gt(calendarEntries.endAt, range.start),
        )}))`,
        countsAsBusy,
      ),
    )
    .orderBy(asc(calendarEntries.startAt), asc(calendarEntries.endAt), asc(calendarEntries.entryId))

type BusyEntry = Awaited<ReturnType<typeof busyEntries>>[number]

const entryView = ({ entry, calendar }: BusyEntry) => ({
  id: `${entry.calendarId} ${entry.entryId} ${entry.startAt}`,
  calendar,
  isTentative: entry.isTentative,
  isOutOfOffice: entry.isOutOfOffice,
})

/**
 * The dates that became instants in the calendar's zone. In a zone nobody here knows, they became the longest such
 * days.
 */
function datesOf({ startAt, endAt }: { startAt: number; endAt: number }, timeZone: string | null) {
  const isKnown = timeZone !== null && isTimeZone(timeZone)
  const first = isKnown ? dayOf(zoneTable(timeZone), startAt) : Math.ceil(startAt / DAY)
  const last = isKnown ? dayOf(zoneTable(timeZone), endAt - 1) : Math.floor(endAt / DAY) - 1
  return { dateFrom: formatDate(first), dateTo: formatDate(Math.max(first, last)) }
}
