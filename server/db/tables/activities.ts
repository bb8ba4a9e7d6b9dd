import { pgTable, uuid, text, jsonb, primaryKey } from 'drizzle-orm/pg-core'
import type { Activity } from '../../../contract/account/activity.schema.ts'
import { instant } from './instant.ts'

export const activities = pgTable(
  'activities',
  {
    hostId: uuid('host_id').notNull(),
    id: uuid().notNull(),
    at: instant().notNull(),
    kind: text().$type<Activity['kind']>().notNull(),
    details: jsonb().$type<Activity['details']>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.id] })],
)
