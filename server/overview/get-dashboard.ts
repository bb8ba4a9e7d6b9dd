import { and, asc, count, desc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import { listed, listedViews } from '../bookings/lists/list-bookings.ts'
import { bookings } from '../db/tables/bookings.ts'
import type { Handler } from '../http/endpoint.ts'

const UPCOMING = 20
const RECENT = 5

export const getDashboard: Handler<'getDashboard'> = async ({ deps: { db, now }, caller, query }) => {
  const ofHost = eq(bookings.hostId, caller.hostId)
  const confirmed = and(ofHost, eq(bookings.status, 'confirmed'))
  const [[week], upcoming, recent] = await Promise.all([
    db
      .select({
        booked: count(),
        minutes: sql<
          string | null
        >`round(sum(extract(epoch from ${bookings.endAt} - ${bookings.startAt})) / 60)`,
      })
      .from(bookings)
      .where(and(confirmed, gte(bookings.startAt, query.weekFrom), lt(bookings.startAt, query.weekTo))),
    listed(db)
      .where(and(confirmed, gt(bookings.endAt, now())))
      .orderBy(asc(bookings.startAt), asc(bookings.id))
      .limit(UPCOMING),
    listed(db).where(ofHost).orderBy(desc(bookings.createdAt), desc(bookings.id)).limit(RECENT),
  ])
  const views = await listedViews(db, caller.hostId, [...upcoming, ...recent])
  return {
    bookingsThisWeek: week?.booked ?? 0,
    minutesThisWeek: Number(week?.minutes ?? 0),
    upcomingBookings: views.slice(0, upcoming.length),
    recentBookings: views.slice(upcoming.length),
  }
}
