import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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
