import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ShareRole } from '../../../contract/events/event-shares.ts'
import { instant } from './instant.ts'

/** The people an event's bookings are shared with. */
export const eventShares = pgTable(
  'event_shares',
  {
    hostId: uuid('host_id').notNull(),
    eventId: uuid('event_id').notNull(),
    id: uuid().notNull(),
    email: text().notNull(),
    memberId: uuid('member_id'),
    role: text().$type<ShareRole>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.eventId, table.id] })],
)
