import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

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
