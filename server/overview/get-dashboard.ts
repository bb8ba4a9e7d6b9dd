import { and, asc, count, desc, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm'
import { HOUR } from '../../availability/units.ts'
import { listed, listedViews } from '../bookings/lists/list-bookings.ts'
import { bookings } from '../db/tables/bookings.ts'
import type { Db } from '../db/database.ts'
import type { Handler } from '../http/endpoint.ts'

const UPCOMING = 20
/** The longest day of any zone: clocks are set back. */
const LONGEST_DAY_MS = 25 * HOUR
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
    upcomingOf(db, confirmed, now()),
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

/** The next bookings, with all others that start before the day ends where the host is. */
async function upcomingOf(db: Db, confirmed: SQL | undefined, now: number) {
  const find = (start?: SQL) =>
    listed(db)
      .where(and(confirmed, gt(bookings.endAt, now), start))
      .orderBy(asc(bookings.startAt), asc(bookings.id))
  const next = await find().limit(UPCOMING)
  const last = next[UPCOMING - 1]
  if (last === undefined || last.booking.startAt >= now + LONGEST_DAY_MS) return next
  return find(lt(bookings.startAt, now + LONGEST_DAY_MS))
}
