import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Schedule } from '../../contract/schedules/schedule.schema.ts'
import type { Db, Tx } from '../db/database.ts'
import { type ScheduleRow, schedules } from '../db/tables/schedules.ts'
import { events } from '../db/tables/events.ts'
import { notFound } from '../http/errors.ts'
import { toIso } from '../http/iso.ts'

/** A host's schedules by name, with the events that use each. */
export async function readSchedules(db: Db | Tx, hostId: string, ...which: SQL[]): Promise<Schedule[]> {
  const rows = await db
    .select()
    .from(schedules)
    .where(and(eq(schedules.hostId, hostId), ...which))
    .orderBy(sql`lower(${schedules.name})`, asc(schedules.createdAt), asc(schedules.id))
  const users = await db
    .select({ id: events.id, title: events.title, scheduleId: events.scheduleId })
    .from(events)
    .where(and(eq(events.hostId, hostId), isNotNull(events.scheduleId), isNull(events.deletedAt)))
    .orderBy(asc(events.title), asc(events.id))
  return rows.map((row) =>
    scheduleView(
      row,
      users.filter(({ scheduleId }) => scheduleId === row.id),
    ),
  )
}

/** Throws `not_found`. */
export async function readSchedule(db: Db | Tx, hostId: string, id: string): Promise<Schedule> {
  const [found] = await readSchedules(db, hostId, eq(schedules.id, id))
  if (!found) throw notFound()
  return found
}

const scheduleView = (row: ScheduleRow, users: { id: string; title: string }[]): Schedule => ({
  id: row.id,
  name: row.name,
  timezone: row.timezone,
  weeklyAvailabilitySlots: row.week,
  overrides: row.overrides,
  travels: row.travels,
  holidays: row.holidays,
  holidayDates: row.holidayDates,
  events: users.map(({ id, title }) => ({ id, title })),
  version: row.version,
  createdAt: toIso(row.createdAt),
  updatedAt: toIso(row.updatedAt),
})

export const whereSchedule = (hostId: string, id: string) =>
  and(eq(schedules.hostId, hostId), eq(schedules.id, id))
