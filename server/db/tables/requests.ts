import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

export const idempotentRequests = pgTable(
  'idempotent_requests',
  {
    hostId: uuid('host_id').notNull(),
    key: text().notNull(),
    requestHash: text('request_hash').notNull(),
    createdId: text('created_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.key] })],
)

export const rateLimits = pgTable('rate_limits', {
  addressHash: text('address_hash').primaryKey(),
  windowStart: instant('window_start').notNull(),
  attempts: integer().notNull(),
})
