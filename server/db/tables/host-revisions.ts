import { bigint, pgTable, uuid } from 'drizzle-orm/pg-core'

/**
 * Counts the changes of what a host offers. Triggers raise it: see migration 0034. No row: nothing was changed since
 * then.
 */
export const hostRevisions = pgTable('host_revisions', {
  hostId: uuid('host_id').primaryKey(),
  revision: bigint({ mode: 'number' }).notNull(),
})
