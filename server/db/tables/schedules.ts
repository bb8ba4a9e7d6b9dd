import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { DateOverride, Travel } from '../../../contract/hours/hours.ts'
import type { Holidays } from '../../../contract/schedules/schedule.ts'
import type { WeeklyAvailability } from '../../../contract/hours/weekly-availability.ts'
import { instant } from './instant.ts'

export const schedules = pgTable(
  'schedules',
  {
    hostId: uuid('host_id').notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    timezone: text().notNull(),
    week: jsonb().$type<WeeklyAvailability>().notNull(),
    overrides: jsonb().$type<DateOverride[]>().notNull(),
    travels: jsonb().$type<Travel[]>().notNull(),
    holidays: jsonb().$type<Holidays>(),
    /** The dates that the holidays close, so that slots need no calendar of holidays. */
    holidayDates: jsonb('holiday_dates').$type<DateOverride[]>().notNull(),
    /** When they have to be calculated for further years; null without holidays. */
    holidaysUntil: instant('holidays_until'),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.id] })],
)

export type ScheduleRow = typeof schedules.$inferSelect
