import { pgTable, uuid, text, integer, jsonb, primaryKey } from 'drizzle-orm/pg-core'
import type { LinkRules } from '../../../contract/events/one-off-links.ts'
import { instant } from './instant.ts'

/** Links to an event that expire or can be used a number of times. */
export const eventLinks = pgTable(
  'event_links',
  {
    hostId: uuid('host_id').notNull(),
    id: uuid().notNull(),
    eventId: uuid('event_id').notNull(),
    token: text().notNull(),
    name: text().notNull(),
    expiresAt: instant('expires_at'),
    /** Null: no limit. */
    maxUses: integer('max_uses'),
    uses: integer().notNull().default(0),
    /** They apply in addition to the event's. */
    rules: jsonb().$type<Partial<LinkRules>>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** When its host deleted it. It is kept until its bookings are over. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.id] })],
)

export type EventLinkRow = typeof eventLinks.$inferSelect
