import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ActorRole } from '../../contract/booking-actors.ts'
import type { BookedCollection, CollectionField } from '../../contract/collection.schema.ts'
import type { CollectionStage, CollectionType } from '../../contract/custom-fields.ts'
import type { MeetVia } from '../../contract/event-options.ts'
import type { BookingLimit, EventRules, WeekStart } from '../../contract/event-rules.ts'
import type { RetentionMonths, TimeFormat } from '../../contract/settings-options.ts'
import type { WeeklyAvailability } from '../../contract/weekly-availability.ts'
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

export const signInAttempts = pgTable('sign_in_attempts', {
  stateHash: text('state_hash').primaryKey(),
  codeVerifier: text('code_verifier').notNull(),
  nonce: text().notNull(),
  /** Who adds an account; null if somebody signs in. */
  hostId: uuid('host_id'),
  expiresAt: instant('expires_at').notNull(),
})

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

export const collections = pgTable(
  'collections',
  {
    hostId: uuid('host_id').notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    type: text().$type<CollectionType>().notNull(),
    /** In order, with deleted ones last. */
    fields: jsonb().$type<CollectionField[]>().notNull(),
    isArchived: boolean('is_archived').notNull(),
    version: integer().notNull().default(1),
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.id] })],
)

export const collectionShares = pgTable(
  'collection_shares',
  {
    hostId: uuid('host_id').notNull(),
    collectionId: uuid('collection_id').notNull(),
    id: uuid().notNull(),
    email: text().notNull(),
    memberId: uuid('member_id'),
    /** For this person; the owner's own state is in `collections`. */
    isArchived: boolean('is_archived').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.collectionId, table.id] })],
)

export const eventCollections = pgTable(
  'event_collections',
  {
    hostId: uuid('host_id').notNull(),
    eventId: uuid('event_id').notNull(),
    position: integer().notNull(),
    collectionHostId: uuid('collection_host_id').notNull(),
    collectionId: uuid('collection_id').notNull(),
    stage: text().$type<CollectionStage>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.eventId, table.position] })],
)

export const bookings = pgTable(
  'bookings',
  {
    hostId: uuid('host_id').notNull(),
    id: text().notNull(),
    eventId: uuid('event_id'),
    /** The event's id after the event was removed for good. */
    formerEventId: uuid('former_event_id'),
    status: text().$type<'confirmed' | 'canceled'>().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    meetVia: text('meet_via').$type<MeetVia>().notNull(),
    location: text().notNull().default(''),
    timezone: text().notNull(),
    calendarId: text('calendar_id').notNull(),
    calendarEntryId: text('calendar_entry_id').notNull(),
    fullName: text('full_name').notNull(),
    email: text().notNull(),
    inviteeTimezone: text('invitee_timezone'),
    inviteeHour12: boolean('invitee_hour12'),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    /** Minutes before and after it that stay free of other meetings. They follow its event's while it is upcoming. */
    bufferBefore: integer('buffer_before').notNull().default(0),
    bufferAfter: integer('buffer_after').notNull().default(0),
    /** What the zones' clocks show at the start, as it was agreed: seconds ahead of UTC. Null if unknown. */
    agreedOffset: integer('agreed_offset'),
    inviteeAgreedOffset: integer('invitee_agreed_offset'),
    /** Since when they show another time, until the host decides; null if they don't. */
    zoneChangedAt: instant('zone_changed_at'),
    sequence: integer().notNull().default(0),
    canceledAt: instant('canceled_at'),
    cancellationReason: text('cancellation_reason'),
    canceledBy: text('canceled_by').$type<ActorRole>(),
    meetingUrl: text('meeting_url'),
    videoCallFailedAt: instant('video_call_failed_at'),
    /** The change that the calendar entry agrees with; null until it exists. */
    entrySequence: integer('entry_sequence'),
    /** The change that was last written to the entry. Changes that the host made there leave it as it is. */
    writtenSequence: integer('written_sequence'),
    entryWrittenAt: instant('entry_written_at'),
    entryRemovedAt: instant('entry_removed_at'),
    entryDivergedAt: instant('entry_diverged_at'),
    customFields: jsonb('custom_fields').$type<BookedCollection[]>().notNull().default([]),
    erasedAt: instant('erased_at'),
    /** Names it to the people its event is shared with, because its own id is its invitee's. */
    sharedId: uuid('shared_id').notNull().defaultRandom(),
    linkId: uuid('link_id'),
    searchWho: text('search_who').notNull(),
    searchWhat: text('search_what').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.id] })],
)

export type BookingRow = typeof bookings.$inferSelect

export const bookingGuests = pgTable(
  'booking_guests',
  {
    hostId: uuid('host_id').notNull(),
    bookingId: text('booking_id').notNull(),
    email: text().notNull(),
    invitedAt: instant('invited_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.bookingId, table.email] })],
)

export const jobs = pgTable(
  'jobs',
  {
    hostId: uuid('host_id').notNull(),
    id: uuid().notNull(),
    kind: text().notNull(),
    pool: text().$type<'mail' | 'provider'>().notNull(),
    /** Its type depends on the kind: `jobs/job.ts`. */
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text().$type<'queued' | 'done' | 'failed'>().notNull(),
    runAt: instant('run_at').notNull(),
    /** Whether `runAt` has passed. The claim sets it, so that it needn't pass over jobs for later: `jobs/claim-jobs.ts`. */
    isDue: boolean('is_due').notNull().default(false),
    attempts: integer().notNull().default(0),
    /** When to give up. */
    retryUntil: instant('retry_until')
      .notNull()
      .default(sql`now() + interval '7 days'`),
    /** How many of them may have done the job. */
    uncertainAttempts: integer('uncertain_attempts').notNull().default(0),
    lockedUntil: instant('locked_until'),
    /** Whether it waits for room in an allowance, or was given up because there was none: `emails/held-mails.ts`. */
    isHeld: boolean('is_held').notNull().default(false),
    queueName: text('queue_name'),
    position: integer().notNull().default(0),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.id] })],
)
