import { z } from 'zod'
import {
  collection,
  collectionChange,
  collectionFilters,
  collectionInput,
  collectionShare,
  shareInput,
} from './collection.ts'
import { type Endpoint, id, idempotent, nothing } from './endpoint.ts'

/** Of collections of custom fields. */
export const collectionEndpoints = {
  listCollections: {
    summary: 'Collections of custom fields, own and shared, the latest changed first',
    access: 'host',
    query: collectionFilters,
    output: z.array(collection),
    errors: [],
  },
  createCollection: {
    summary: 'Create a collection of custom fields',
    access: 'host',
    headers: idempotent,
    body: collectionInput,
    output: collection,
    status: 201,
    errors: ['idempotency_key_reused'],
  },
  getCollection: {
    summary: 'One collection, own or shared',
    access: 'host',
    params: id,
    output: collection,
    errors: ['not_found'],
  },
  updateCollection: {
    summary: 'Change a collection, whole or in part; its owner can bring a deleted one back',
    access: 'host',
    params: id,
    body: collectionChange,
    output: collection,
    errors: ['not_found', 'forbidden', 'edit_conflict'],
  },
  deleteCollection: {
    summary: 'Delete a collection; it can be brought back for 24 hours',
    access: 'host',
    params: id,
    output: nothing,
    errors: ['not_found', 'forbidden'],
  },
  shareCollection: {
    summary: 'Share a collection with whoever signs in with an address, now or later',
    access: 'host',
    params: id,
    body: shareInput,
    output: collectionShare,
    status: 201,
    errors: ['not_found', 'forbidden'],
  },
  unshareCollection: {
    summary: 'Take a share of a collection back',
    access: 'host',
    params: z.object({ id: z.string(), userId: z.string() }),
    output: nothing,
    errors: ['not_found', 'forbidden'],
  },
} as const satisfies Record<string, Endpoint>
