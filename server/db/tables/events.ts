import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { MeetVia } from '../../../contract/events/event-options.ts'
import type { EventRules } from '../../../contract/events/event-rules.ts'
import type { WeeklyAvailability } from '../../../contract/hours/weekly-availability.ts'
import { instant } from './instant.ts'

/** Seconds ahead of UTC at each bound that an event has. */
export type PeriodOffsets = Partial<Record<'eventStart' | 'eventEnd' | 'bookingStart' | 'bookingEnd', number>>

export const events = pgTable(
  'events',
  {
    hostId: uuid('host_id').notNull(),
    id: uuid().notNull(),
    bookingLinkId: text('booking_link_id').notNull(),
    title: text().notNull(),
    description: text().notNull(),
    duration: integer().notNull(),
    meetVia: text('meet_via').$type<MeetVia>().notNull(),
    location: text().notNull().default(''),
    timezone: text().notNull(),
    calendarId: text('calendar_id').notNull(),
    /** Which calendars it checks besides its own; null: the host's usual ones. */
    checkedCalendars: jsonb('checked_calendars').$type<string[]>(),
    isEnabled: boolean('is_enabled').notNull(),
    isArchived: boolean('is_archived').notNull(),
    eventStart: instant('event_start'),
    eventEnd: instant('event_end'),
    bookingStart: instant('booking_start'),
    bookingEnd: instant('booking_end'),
    periodOffsets: jsonb('period_offsets').$type<PeriodOffsets>(),
    bufferTime: integer('buffer_time').notNull(),
    allowUsersToCancel: boolean('allow_users_to_cancel').notNull(),
    allowUsersToEdit: boolean('allow_users_to_edit').notNull(),
    allowGuestsToChange: boolean('allow_guests_to_change').notNull().default(true),
    showBookingStartDate: boolean('show_booking_start_date').notNull(),
    week: jsonb().$type<WeeklyAvailability>().notNull(),
    /** Whose hours replace `week`. */
    scheduleId: uuid('schedule_id'),
    /** Missing rules are as in `noRules`. */
    rules: jsonb().$type<Partial<EventRules>>().notNull().default({}),
    /** Whether the page of the host's handle lists it. */
    isListed: boolean('is_listed').notNull().default(false),
    version: integer().notNull().default(1),
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.id] })],
)
export type EventRow = typeof events.$inferSelect
