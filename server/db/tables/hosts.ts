import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { MeetVia } from '../../../contract/events/event-options.ts'
import type { BookingLimit, WeekStart } from '../../../contract/events/event-rules.ts'
import type { RetentionMonths } from '../../../contract/account/settings-options.ts'
import type { TimeFormat } from '../../../contract/time/time-formats.ts'
import { instant } from './instant.ts'

export const hosts = pgTable('hosts', {
  id: uuid().primaryKey(),
  googleSub: text('google_sub').notNull(),
  email: text().notNull(),
  emailVerified: boolean('email_verified').notNull().default(false),
  name: text().notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  pictureUrl: text('picture_url'),
  createdAt: instant('created_at').notNull(),
  /** When the host closed the account; it can be opened again for a week. */
  deletedAt: instant('deleted_at'),
})

/** Columns are named like in the API. Null: nobody chose a value, so the default applies. */
export const hostSettings = pgTable('host_settings', {
  hostId: uuid('host_id').primaryKey(),
  time_format: text().$type<TimeFormat>(),
  timezone: text(),
  default_duration: integer(),
  default_buffer_time: integer(),
  default_meet_via: text().$type<MeetVia>(),
  notification_emails: boolean(),
  notification_booking_reminders: boolean(),
  notification_marketing_emails: boolean(),
  keep_bookings_months: integer().$type<RetentionMonths>(),
  week_start: text().$type<WeekStart>(),
  booking_limits: jsonb().$type<BookingLimit[]>(),
  show_photo: boolean(),
  updatedAt: instant('updated_at').notNull(),
})
