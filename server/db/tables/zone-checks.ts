import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

/** At most one row: the newest release that bookings were compared with. */
export const zoneChecks = pgTable('zone_checks', {
  isOnly: boolean('is_only').primaryKey().default(true),
  release: text(),
  /** When to compare them once more, in case other processes still had older rules. */
  repeatAt: instant('repeat_at'),
})
