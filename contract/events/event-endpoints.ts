import { z } from 'zod'
import {
  event,
  eventChange,
  eventFilters,
  eventInput,
  eventPreview,
  eventPreviewInput,
  listedEvent,
  publicEvent,
} from './event.schema.ts'
import { slot, slotsQuery } from './slot.schema.ts'
import { byRowId, type Endpoint, id, idempotent, nothing } from '../endpoint.ts'
import { eventAddress, eventAddressChange } from './readable-links.schema.ts'
import { explanationQuery, slotExplanation } from './slot-explanation.schema.ts'

/** Calls for events and their slots. */
export const eventEndpoints = {
  listEvents: {
    summary: "List the host's events, newest first",
    access: 'host',
    scopes: ['events:read'],
    query: eventFilters,
    output: z.array(listedEvent),
    errors: [],
  },
  createEvent: {
    summary: 'Create an event',
    access: 'host',
    headers: idempotent,
    body: eventInput,
    output: event,
    status: 201,
    errors: ['not_found', 'idempotency_key_reused', 'quota_exceeded'],
  },
  previewEvent: {
    summary: 'Render the booking page that an event would have, without saving it',
    access: 'host',
    body: eventPreviewInput,
    output: eventPreview,
    errors: ['not_found'],
  },
  getEvent: {
    summary: "Get one of the host's events",
    access: 'host',
    scopes: ['events:read'],
    params: byRowId,
    output: event,
    errors: ['not_found'],
  },
  updateEvent: {
    summary: 'Update all or part of an event, or restore a deleted one',
    access: 'host',
    params: byRowId,
    body: eventChange,
    output: event,
    errors: ['not_found', 'edit_conflict', 'quota_exceeded'],
  },
  deleteEvent: {
    summary: 'Delete an event; it can be restored for 24 hours',
    access: 'host',
    params: id,
    output: nothing,
    errors: ['not_found'],
  },
  updateEventAddress: {
    summary: "Change the names in an event's readable link, and whether the host's page lists it",
    access: 'host',
    params: id,
    body: eventAddressChange,
    output: eventAddress,
    errors: ['not_found'],
  },
  getPublicEvent: {
    summary: 'Get the event behind a booking link',
    access: 'anyone',
    params: z.object({ bookingUrlId: z.string() }),
    output: publicEvent,
    errors: ['event_not_found', 'event_not_accepting', 'link_expired', 'link_used_up', 'link_deleted'],
  },
  listSlots: {
    summary: "List an event's open slots in ascending order",
    access: 'optional',
    scopes: ['slots:read'],
    params: id,
    query: slotsQuery,
    output: z.array(slot),
    isPolled: true,
    errors: [
      'not_found',
      'booking_not_confirmed',
      'event_not_found',
      'event_not_accepting',
      'link_expired',
      'link_used_up',
      'link_deleted',
      'calendar_unreachable',
    ],
  },
  explainSlot: {
    summary: "Say why a time of one of the host's events isn't offered: every rule that closes it",
    access: 'host',
    params: byRowId,
    query: explanationQuery,
    output: slotExplanation,
    errors: ['not_found', 'booking_not_confirmed', 'event_not_found', 'link_deleted'],
  },
} as const satisfies Record<string, Endpoint>
