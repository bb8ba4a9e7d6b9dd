import { z } from 'zod'
import { type Endpoint, id, nothing, rowId } from '../endpoint.ts'
import {
  addedEventShare,
  eventShare,
  eventShareChange,
  eventShareInput,
  sharedEvent,
} from './event-shares.schema.ts'

/** Calls for sharing an event's bookings with team members. */
export const eventShareEndpoints = {
  listEventShares: {
    summary: 'List the people one of your events is shared with',
    access: 'host',
    params: id,
    output: z.array(eventShare),
    errors: ['not_found'],
  },
  shareEvent: {
    summary:
      'Share an event with the person who uses an email address, now or once they sign up, and email them',
    access: 'host',
    params: id,
    body: eventShareInput,
    output: addedEventShare,
    status: 201,
    errors: ['not_found', 'quota_exceeded'],
  },
  changeEventShare: {
    summary: 'Change what a person may do with the bookings of an event',
    access: 'host',
    params: z.object({ id: z.string(), userId: rowId }),
    body: eventShareChange,
    output: eventShare,
    errors: ['not_found'],
  },
  unshareEvent: {
    summary:
      'Stop sharing an event with a person; with `me` as userId, remove yourself from an event shared with you',
    access: 'host',
    params: z.object({ id: z.string(), userId: z.string() }),
    output: nothing,
    errors: ['not_found'],
  },
  listSharedEvents: {
    summary: 'List the events that are shared with you, by title',
    access: 'host',
    output: z.array(sharedEvent),
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
