import { pgTable, uuid, text, jsonb, boolean, integer, primaryKey } from 'drizzle-orm/pg-core'
import type { CollectionField } from '../../../contract/custom-fields/collection.schema.ts'
import type { CollectionStage, CollectionType } from '../../../contract/custom-fields/custom-fields.ts'
import { instant } from './instant.ts'

export const collections = pgTable(
  'collections',
  {
    hostId: uuid('host_id').notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    type: text().$type<CollectionType>().notNull(),
    /** In order, with deleted ones last. */
    fields: jsonb().$type<CollectionField[]>().notNull(),
    isArchived: boolean('is_archived').notNull(),
    version: integer().notNull().default(1),
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.id] })],
)

export const collectionShares = pgTable(
  'collection_shares',
  {
    hostId: uuid('host_id').notNull(),
    collectionId: uuid('collection_id').notNull(),
    id: uuid().notNull(),
    email: text().notNull(),
    memberId: uuid('member_id'),
    /** For this person; the owner's own state is in `collections`. */
    isArchived: boolean('is_archived').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.collectionId, table.id] })],
)

export const eventCollections = pgTable(
  'event_collections',
  {
    hostId: uuid('host_id').notNull(),
    eventId: uuid('event_id').notNull(),
    position: integer().notNull(),
    collectionHostId: uuid('collection_host_id').notNull(),
    collectionId: uuid('collection_id').notNull(),
    stage: text().$type<CollectionStage>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.eventId, table.position] })],
)
