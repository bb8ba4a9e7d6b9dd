import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { GuestLinkRole } from '../../../contract/bookings/booking-actors.ts'
import { instant } from './instant.ts'

/** One per address and booking, plus one of the booking's calendar entry, which has no address. */
export const guestLinks = pgTable(
  'guest_links',
  {
    hostId: uuid('host_id').notNull(),
    id: uuid().notNull(),
    bookingId: text('booking_id').notNull(),
    token: text().notNull(),
    role: text().$type<GuestLinkRole>().notNull(),
    email: text().notNull(),
    includesAnswers: boolean('includes_answers').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.id] })],
)

export type GuestLinkRow = typeof guestLinks.$inferSelect
