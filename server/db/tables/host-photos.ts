import { pgTable, uuid, text } from 'drizzle-orm/pg-core'
import { bytea } from './bytea.ts'
import { instant } from './instant.ts'

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
