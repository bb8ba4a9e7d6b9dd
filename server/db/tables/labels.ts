import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { LabelColor } from '../../../contract/labels/label-options.ts'
import { instant } from './instant.ts'

export const labels = pgTable(
  'labels',
  {
    hostId: uuid('host_id').notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    /** The name as it is compared; unique for a host. */
    nameKey: text('name_key').notNull(),
    color: text().$type<LabelColor>().notNull(),
    position: integer().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.id] })],
)

export type LabelRow = typeof labels.$inferSelect

export const eventLabels = pgTable(
  'event_labels',
  {
    hostId: uuid('host_id').notNull(),
    eventId: uuid('event_id').notNull(),
    labelId: uuid('label_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.eventId, table.labelId] })],
)

export const bookingLabels = pgTable(
  'booking_labels',
  {
    hostId: uuid('host_id').notNull(),
    bookingId: text('booking_id').notNull(),
    labelId: uuid('label_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.bookingId, table.labelId] })],
)

/** `hostId` is whose label it is; the collection can be another host's. */
export const collectionLabels = pgTable(
  'collection_labels',
  {
    hostId: uuid('host_id').notNull(),
    collectionHostId: uuid('collection_host_id').notNull(),
    collectionId: uuid('collection_id').notNull(),
    labelId: uuid('label_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.hostId, table.collectionHostId, table.collectionId, table.labelId] }),
  ],
)
