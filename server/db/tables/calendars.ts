import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type {
  CalendarProviderName,
  CalendarTrouble,
  UnreadableChoice,
} from '../../../contract/calendars/calendar-connections.ts'
import { instant } from './instant.ts'

/** The accounts whose calendars a host uses. The one that the host signs in with has the host's id. */
export const calendarConnections = pgTable(
  'calendar_connections',
  {
    hostId: uuid('host_id').notNull(),
    id: uuid().notNull(),
    provider: text().$type<CalendarProviderName>().notNull(),
    /** Tells a provider's accounts apart: Google's `sub`, or a digest of address and user. */
    account: text().notNull(),
    /** What the host knows it by: an email address, a user, a feed's name. */
    name: text().notNull(),
    /** The host name of a server that the host chose. */
    server: text(),
    /** Of a CalDAV account, its address; null if it is only known to the credential. */
    address: text(),
    /** Encrypted: a refresh token, an address with user and password, a feed's URL. */
    credential: text().notNull(),
    keyId: text('key_id').notNull(),
    grantedScopes: text('granted_scopes').array().notNull(),
    brokenAt: instant('broken_at'),
    brokenReason: text('broken_reason'),
    /** When its server first refused the login; null since it last accepted it. */
    refusedSince: instant('refused_since'),
    /** When its list of calendars couldn't be read; null if it could be since. */
    listFailedAt: instant('list_failed_at'),
    /** When the host saw what it blocks and chose what counts. */
    reviewedAt: instant('reviewed_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.id] })],
)

export type ConnectionRow = typeof calendarConnections.$inferSelect

/** What a host's disconnected accounts gave us, until their providers know that it is no longer needed. */
export const unusedGrants = pgTable(
  'unused_grants',
  {
    hostId: uuid('host_id').notNull(),
    /** Of the connection that it belonged to. */
    id: uuid().notNull(),
    provider: text().$type<CalendarProviderName>().notNull(),
    account: text().notNull(),
    credential: text().notNull(),
    keyId: text('key_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.id] })],
)

/** The database derives it from the calendar's id: see `calendar-id.ts`. */
const connectionId = () =>
  uuid('connection_id')
    .notNull()
    .generatedAlwaysAs(sql`host_id`)

export const calendars = pgTable(
  'calendars',
  {
    hostId: uuid('host_id').notNull(),
    calendarId: text('calendar_id').notNull(),
    connectionId: connectionId(),
    name: text().notNull(),
    isPrimary: boolean('is_primary').notNull(),
    isWritable: boolean('is_writable').notNull().default(true),
    hasVideoCalls: boolean('has_video_calls').notNull().default(true),
    /** Whether it is one of the host's usual calendars. */
    isChecked: boolean('is_checked').notNull().default(false),
    countsTentative: boolean('counts_tentative').notNull().default(true),
    countsAllDay: boolean('counts_all_day').notNull().default(true),
    countsOutOfOffice: boolean('counts_out_of_office').notNull().default(true),
    whenUnreadable: text('when_unreadable').$type<UnreadableChoice>().notNull().default('close'),
    /** When the host was told that it can't be read. */
    unreadableSince: instant('unreadable_since'),
    /** Why its last sync failed, if that is known. */
    trouble: text().$type<CalendarTrouble>(),
    /** When the provider first said that it no longer exists. */
    missingSince: instant('missing_since'),
    /** When it said so again, long enough after that for its entries to count no longer. */
    goneSince: instant('gone_since'),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.calendarId] })],
)

export type CalendarRow = typeof calendars.$inferSelect

export const calendarMirrors = pgTable(
  'calendar_mirrors',
  {
    hostId: uuid('host_id').notNull(),
    calendarId: text('calendar_id').notNull(),
    connectionId: connectionId(),
    /** Of its connection: the queues of Google and of each server are apart. */
    server: text(),
    timeZone: text('time_zone'),
    zoneDigest: text('zone_digest'),
    syncToken: text('sync_token'),
    coveredUntil: instant('covered_until'),
    syncedAt: instant('synced_at'),
    nextPollAt: instant('next_poll_at').notNull(),
    failures: integer().notNull().default(0),
    notBefore: instant('not_before'),
    lastUsedAt: instant('last_used_at').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    watchAt: instant('watch_at').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.calendarId] })],
)

/** The times at which the entries of mirrored calendars keep their host busy. */
export const calendarEntries = pgTable(
  'calendar_entries',
  {
    hostId: uuid('host_id').notNull(),
    calendarId: text('calendar_id').notNull(),
    entryId: text('entry_id').notNull(),
    uid: text(),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    isTentative: boolean('is_tentative').notNull().default(false),
    isAllDay: boolean('is_all_day').notNull().default(false),
    isOutOfOffice: boolean('is_out_of_office').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.calendarId, table.entryId, table.startAt] })],
)

/** Entries of mirrored calendars that don't say when they take place, or not when they repeat. */
export const unreadableEntries = pgTable(
  'unreadable_entries',
  {
    hostId: uuid('host_id').notNull(),
    calendarId: text('calendar_id').notNull(),
    entryId: text('entry_id').notNull(),
    title: text().notNull(),
    /** `2027-03-04`, if that much is known. */
    date: text(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.calendarId, table.entryId] })],
)

export const calendarChannels = pgTable(
  'calendar_channels',
  {
    hostId: uuid('host_id').notNull(),
    calendarId: text('calendar_id').notNull(),
    id: text().notNull(),
    tokenHash: text('token_hash').notNull(),
    address: text().notNull(),
    resourceId: text('resource_id'),
    expiresAt: instant('expires_at'),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.id] })],
)

export const callBudgets = pgTable('call_budgets', {
  windowStart: instant('window_start').primaryKey(),
  leased: integer().notNull(),
})
