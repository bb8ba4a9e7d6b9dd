import { z } from 'zod'
import { type Endpoint, id, idempotent, nothing, rowId } from '../endpoint.ts'
import { eventLink, eventLinkInput } from './one-off-links.schema.ts'

/** Calls for links to an event that expire or can be used a number of times. */
export const eventLinkEndpoints = {
  listEventLinks: {
    summary: 'List the one-off links of an event, newest first',
    access: 'host',
    params: id,
    output: z.array(eventLink),
    errors: ['not_found'],
  },
  createEventLink: {
    summary: 'Create a one-off link to an event',
    access: 'host',
    params: id,
    headers: idempotent,
    body: eventLinkInput,
    output: eventLink,
    status: 201,
    errors: ['not_found', 'idempotency_key_reused', 'quota_exceeded'],
  },
  restoreEventLink: {
    summary: 'Restore a one-off link that was deleted less than 24 hours ago',
    access: 'host',
    params: z.object({ id: z.string(), linkId: rowId }),
    body: z.object({ isDeleted: z.literal(false) }),
    output: eventLink,
    errors: ['not_found'],
  },
  deleteEventLink: {
    summary: 'Delete a one-off link, so that nobody can book with it; bookings made with it stay',
    access: 'host',
    params: z.object({ id: z.string(), linkId: rowId }),
    output: nothing,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>
