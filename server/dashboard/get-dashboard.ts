import { and, count, desc, eq, gte, lt, sql } from 'drizzle-orm'
import { listed, listedViews } from '../bookings/list-bookings.ts'
import { bookings } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'

const RECENT = 5

export const getDashboard: Handler<'getDashboard'> = async ({ deps: { db }, caller, query }) => {
  const ofHost = eq(bookings.hostId, caller.hostId)
  const [[week], recent] = await Promise.all([
    db
      .select({
        booked: count(),
        minutes: sql<
          string | null
        >`round(sum(extract(epoch from ${bookings.endAt} - ${bookings.startAt})) / 60)`,
      })
      .from(bookings)
      .where(
        and(
          ofHost,
          eq(bookings.status, 'confirmed'),
          gte(bookings.startAt, Date.parse(query.weekFrom)),
          lt(bookings.startAt, Date.parse(query.weekTo)),
        ),
      ),
    listed(db).where(ofHost).orderBy(desc(bookings.createdAt), desc(bookings.id)).limit(RECENT),
  ])
  return {
    bookingsThisWeek: week?.booked ?? 0,
    minutesThisWeek: Number(week?.minutes ?? 0),
    recentBookings: await listedViews(db, caller.hostId, recent),
  }
}
