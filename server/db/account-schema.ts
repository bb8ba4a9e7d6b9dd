import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Activity } from '../../contract/activity.schema.ts'
import { bytea } from './bytea.ts'
import { instant } from './instant.ts'

export const sessions = pgTable(
  'sessions',
  {
    hostId: uuid('host_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** What the host's list of sessions calls it, because it can't name the token. */
    id: uuid().notNull(),
    /** `Chrome on macOS`; null if unknown. */
    device: text(),
    createdAt: instant('created_at').notNull(),
    /** To the hour. */
    lastUsedAt: instant('last_used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenHash, table.hostId] })],
)

export const activities = pgTable(
  'activities',
  {
    hostId: uuid('host_id').notNull(),
    id: uuid().notNull(),
    at: instant().notNull(),
    kind: text().$type<Activity['kind']>().notNull(),
    details: jsonb().$type<Activity['details']>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.id] })],
)

/** What invitees see of hosts who show their photo. */
export const hostPhotos = pgTable('host_photos', {
  hostId: uuid('host_id').primaryKey(),
  contentType: text('content_type').notNull(),
  bytes: bytea().notNull(),
  /** SHA-256 of `bytes` in base64url. */
  digest: text().notNull(),
  /** Where Google has it. */
  sourceUrl: text('source_url').notNull(),
  fetchedAt: instant('fetched_at').notNull(),
})
