import { pgTable, uuid, text, boolean, integer, jsonb, primaryKey } from 'drizzle-orm/pg-core'
import type { ActorRole, BookingAction } from '../../../contract/bookings/booking-actors.ts'
import type { BookedCollection } from '../../../contract/custom-fields/collection.schema.ts'
import type { MeetVia } from '../../../contract/events/event-options.ts'
import { instant } from './instant.ts'

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
    /** The change that the calendar refused for good. */
    refusedSequence: integer('refused_sequence'),
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

export const bookingHistory = pgTable(
  'booking_history',
  {
    hostId: uuid('host_id').notNull(),
    id: uuid().notNull(),
    bookingId: text('booking_id').notNull(),
    at: instant().notNull(),
    action: text().$type<BookingAction>().notNull(),
    actor: text().$type<ActorRole>().notNull(),
    /** A guest's address; empty for host and invitee. */
    actorEmail: text('actor_email').notNull().default(''),
    /** Who was invited, shown the page or removed. */
    emails: text().array().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.id] })],
)
