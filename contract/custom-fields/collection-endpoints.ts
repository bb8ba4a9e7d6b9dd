import { z } from 'zod'
import {
  collection,
  collectionChange,
  collectionFilters,
  collectionInput,
  addedCollectionShare,
  shareInput,
} from './collection.schema.ts'
import { byRowId, type Endpoint, id, idempotent, nothing } from '../endpoint.ts'

/** Calls for custom field collections. */
export const collectionEndpoints = {
  listCollections: {
    summary: 'List your own and shared collections, most recently updated first',
    access: 'host',
    query: collectionFilters,
    output: z.array(collection),
    errors: [],
  },
  createCollection: {
    summary: 'Create a custom field collection',
    access: 'host',
    headers: idempotent,
    body: collectionInput,
    output: collection,
    status: 201,
    errors: ['not_found', 'idempotency_key_reused', 'quota_exceeded'],
  },
  getCollection: {
    summary: 'Get a collection you own or that is shared with you',
    access: 'host',
    params: byRowId,
    output: collection,
    errors: ['not_found'],
  },
  updateCollection: {
    summary: 'Update all or part of a collection; its owner can restore it after deletion',
    access: 'host',
    params: id,
    body: collectionChange,
    output: collection,
    errors: ['not_found', 'forbidden', 'edit_conflict', 'quota_exceeded'],
  },
  deleteCollection: {
    summary: 'Delete a collection; it can be restored for 24 hours',
    access: 'host',
    params: id,
    output: nothing,
    errors: ['not_found', 'forbidden'],
  },
  shareCollection: {
    summary:
      'Share a collection with the person who uses an email address, now or once they sign up, and email them',
    access: 'host',
    params: id,
    body: shareInput,
    output: addedCollectionShare,
    status: 201,
    errors: ['not_found', 'forbidden', 'quota_exceeded'],
  },
  unshareCollection: {
    summary: 'Stop sharing a collection with a person',
    access: 'host',
    params: z.object({ id: z.string(), userId: z.string() }),
    output: nothing,
    errors: ['not_found', 'forbidden'],
  },
} as const satisfies Record<string, Endpoint>
