import { and, eq, lte } from 'drizzle-orm'
import { schedules } from '../db/tables/schedules.ts'
import type { Deps } from '../adapters/deps.ts'
import { inTurn } from '../concurrency/in-turn.ts'
import { findPlace, holidayColumns } from './holidays.ts'
import { whereSchedule } from './read-schedules.ts'

/** Calculates the holidays of one more year for schedules that need it. */
export async function renewHolidays({ db, now }: Deps): Promise<void> {
  const due = await db.select().from(schedules).where(lte(schedules.holidaysUntil, now()))
  await inTurn(due, async ({ hostId, id, holidays, version }) => {
    // A later release of the calendar of holidays may not know the place any more: the schedule keeps its dates.
    if (holidays === null || (await findPlace(holidays)) === null) return
    // The host didn't change anything, so their version stays; a change of theirs in the meantime has calculated them.
    await db
      .update(schedules)
      .set(await holidayColumns(holidays, now()))
      .where(and(whereSchedule(hostId, id), eq(schedules.version, version)))
  })
}
