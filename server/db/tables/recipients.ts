import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Allowance } from '../../../contract/bookings/rate-limits.ts'
import { instant } from './instant.ts'

/** Addresses that somebody brought into a booking, and when each was last emailed because of that. */
export const bookingRecipients = pgTable(
  'booking_recipients',
  {
    hostId: uuid('host_id').notNull(),
    bookingId: text('booking_id').notNull(),
    emailHash: text('email_hash').notNull(),
    mailedAt: instant('mailed_at').notNull(),
    allowance: text().$type<Allowance>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.bookingId, table.emailHash, table.allowance] })],
)

/** The scope of what an address gets from all hosts together. */
export const ALL_HOSTS = 'all'

/** How many such emails an address gets. */
export const recipientLimits = pgTable(
  'recipient_limits',
  {
    emailHash: text('email_hash').notNull(),
    windowStart: instant('window_start').notNull(),
    mails: integer().notNull(),
    allowance: text().$type<Allowance>().notNull(),
    /** A host's id, or `ALL_HOSTS`. */
    scope: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.emailHash, table.allowance, table.scope] })],
)
