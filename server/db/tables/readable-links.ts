import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

/** The hosts' names in readable links. Old ones redirect until somebody else takes them. */
export const handles = pgTable('handles', {
  handle: text().primaryKey(),
  hostId: uuid('host_id').notNull(),
  /** When the host gave it up; null for the one they have, of which there is one at most. */
  retiredAt: instant('retired_at'),
})

/** The same for events, by host. */
export const slugs = pgTable(
  'slugs',
  {
    hostId: uuid('host_id').notNull(),
    slug: text().notNull(),
    eventId: uuid('event_id').notNull(),
    retiredAt: instant('retired_at'),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.slug] })],
)
