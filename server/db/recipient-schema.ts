import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

/** Addresses that somebody brought into a booking, and when each was last emailed because of that. */
export const bookingRecipients = pgTable(
  'booking_recipients',
  {
    hostId: uuid('host_id').notNull(),
    bookingId: text('booking_id').notNull(),
    emailHash: text('email_hash').notNull(),
    mailedAt: instant('mailed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.bookingId, table.emailHash] })],
)

/** How many such emails an address gets, from all hosts together. */
export const recipientLimits = pgTable('recipient_limits', {
  emailHash: text('email_hash').primaryKey(),
  windowStart: instant('window_start').notNull(),
  mails: integer().notNull(),
})

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
