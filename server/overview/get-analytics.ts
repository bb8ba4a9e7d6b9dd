import { and, eq, gte, lt } from 'drizzle-orm'
import { dayOf, formatDate } from '../../availability/wall-time.ts'
import {
  DEFAULT_ANALYTICS_WEEKS,
  lastWeeks,
  MAX_ANALYTICS_BOOKINGS,
  MAX_ANALYTICS_DAYS,
} from '../../contract/overview/analytics.ts'
import { zoneTable } from '../../contract/time/time-zones.ts'
import { readSettings } from '../hosts/read-settings.ts'
import { requestedRange } from '../http/requested-range.ts'
import { bookings } from '../db/tables/bookings.ts'
import { events } from '../db/tables/events.ts'
import type { Handler } from '../http/endpoint.ts'
import { invalid } from '../http/errors.ts'
import { countBookings } from './count-bookings.ts'

const TOO_MANY = `There are more than ${new Intl.NumberFormat('en-US').format(MAX_ANALYTICS_BOOKINGS)} bookings in this period. Choose a shorter one.`

export const getAnalytics: Handler<'getAnalytics'> = async ({ deps: { db, now }, caller, query }) => {
  const { hostId } = caller
  const { eventId, weekStart } = query
  const timezone = query.timezone ?? (await readSettings(db, hostId)).timezone
  const table = zoneTable(timezone)
  const usual = lastWeeks(dayOf(table, now()), DEFAULT_ANALYTICS_WEEKS, weekStart)
  const { dateFrom = usual.first, dateTo = usual.last } = query
  const range = requestedRange({ dateFrom, dateTo, timezone }, MAX_ANALYTICS_DAYS)
  const [rows, known] = await Promise.all([
    db
      .select({
        eventId: bookings.eventId,
        status: bookings.status,
        startAt: bookings.startAt,
        endAt: bookings.endAt,
        createdAt: bookings.createdAt,
      })
      .from(bookings)
      .where(
        and(
          eq(bookings.hostId, hostId),
          gte(bookings.startAt, range.start),
          lt(bookings.startAt, range.end),
          eventId === undefined ? undefined : eq(bookings.eventId, eventId),
        ),
      )
      .limit(MAX_ANALYTICS_BOOKINGS + 1),
    db
      .select({ id: events.id, title: events.title, deletedAt: events.deletedAt })
      .from(events)
      .where(eq(events.hostId, hostId)),
  ])
  if (rows.length > MAX_ANALYTICS_BOOKINGS) throw invalid({ dateFrom: TOO_MANY })
  const period = { first: dateFrom, last: dateTo, weekStart, table }
  const { byEvent, ...figures } = countBookings(rows, period)
  const byId = new Map(known.map((event) => [event.id, event]))
  return {
    ...figures,
    dateFrom: formatDate(dateFrom),
    dateTo: formatDate(dateTo),
    timezone,
    events: [...byEvent]
      .map(([id, counts]) => {
        const event = id === null ? undefined : byId.get(id)
        return { id, title: event?.title ?? '', isDeleted: event?.deletedAt !== null, ...counts }
      })
      .toSorted(
        (one, other) =>
          other.bookings - one.bookings ||
          other.canceled - one.canceled ||
          (one.title < other.title ? -1 : 1),
      ),
  }
}
