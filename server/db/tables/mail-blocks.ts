import { pgTable, uuid, text, primaryKey } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

/** People who want no more emails about the bookings of a host. */
export const mailBlocks = pgTable(
  'mail_blocks',
  {
    hostId: uuid('host_id').notNull(),
    emailHash: text('email_hash').notNull(),
    blockedAt: instant('blocked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.emailHash] })],
)
