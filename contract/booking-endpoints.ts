import { z } from 'zod'
import {
  bookingAnswer,
  bookingChange,
  bookingDetails,
  bookingInput,
  cancelInput,
  inviteInput,
  postBookingFieldsInput,
  shareBookingInput,
} from './booking.schema.ts'
import { bookingExportQuery, bookingList, bookingListQuery } from './booking-list.schema.ts'
import { type Endpoint, id, idempotent, nothing } from './endpoint.ts'
import { decidedZoneChanges, zoneChangeDecision, zoneChangeList } from './zone-changes.schema.ts'

/** Calls for bookings by invitees and hosts. */
export const bookingEndpoints = {
  createBooking: {
    summary:
      "Book a slot, or as the event's host any free time for somebody. Send an Idempotency-Key header to retry safely within 24 hours",
    access: 'optional',
    query: z.object({ bookingUrlId: z.string({ error: 'bookingUrlId is missing' }) }),
    headers: idempotent,
    body: bookingInput,
    output: z.object({ id: z.string() }),
    status: 201,
    errors: [
      'forbidden',
      'event_not_found',
      'event_not_accepting',
      'link_expired',
      'link_used_up',
      'slot_not_found',
      'too_many_for_person',
      'idempotency_key_reused',
      'too_many_requests',
      'calendar_unreachable',
    ],
  },
  listBookings: {
    summary: 'List one page of your own or shared bookings that match the filters, and the total',
    access: 'host',
    scopes: ['bookings:read'],
    query: bookingListQuery,
    output: bookingList,
    errors: [],
  },
  exportBookings: {
    summary: 'Export your own or shared bookings that match the filters as CSV',
    access: 'host',
    query: bookingExportQuery,
    output: z.custom<AsyncIterable<string>>(),
    errors: [],
  },
  listZoneChanges: {
    summary: 'List upcoming bookings whose local time isn’t what was agreed, because time zone rules changed',
    access: 'host',
    output: zoneChangeList,
    isPolled: true,
    errors: [],
  },
  decideZoneChanges: {
    summary: 'Move bookings to the local time that was agreed, or leave them where they are',
    access: 'host',
    body: zoneChangeDecision,
    output: decidedZoneChanges,
    errors: [],
  },
  getBooking: {
    summary:
      'Get a booking by its id or the token of a guest’s link; its host, and people the event is shared with, also see the private fields',
    access: 'optional',
    scopes: ['bookings:read'],
    params: id,
    output: bookingAnswer,
    errors: ['booking_not_found'],
  },
  updateBooking: {
    summary:
      'Update a booking or move it to another slot: its host, or its invitee if the event allows it. Guests and people who manage the event can only move it',
    access: 'optional',
    scopes: ['bookings:write'],
    params: id,
    body: bookingChange,
    output: z.object({ id: z.string() }),
    errors: [
      'booking_not_found',
      'booking_not_confirmed',
      'forbidden',
      'event_not_found',
      'event_not_accepting',
      'slot_not_found',
      'too_many_for_person',
      'too_many_requests',
      'calendar_unreachable',
    ],
  },
  cancelBooking: {
    summary:
      'Cancel a booking as its host, as someone who manages its event or, if the event allows it, as its invitee or a guest',
    access: 'optional',
    scopes: ['bookings:write'],
    params: id,
    body: cancelInput,
    output: z.object({ id: z.string(), status: z.literal('canceled') }),
    errors: ['booking_not_found', 'booking_not_confirmed', 'forbidden', 'too_many_requests'],
  },
  inviteUsers: {
    summary: 'Invite people to an upcoming booking. Each gets a link of their own',
    access: 'optional',
    scopes: ['bookings:write'],
    params: id,
    body: inviteInput,
    output: z.object({ sent: z.int() }),
    errors: ['booking_not_found', 'booking_not_confirmed', 'forbidden', 'too_many_requests'],
  },
  shareBooking: {
    summary: 'Email the confirmation page of an upcoming booking, to each person with a link of their own',
    access: 'optional',
    scopes: ['bookings:write'],
    params: id,
    headers: idempotent,
    body: shareBookingInput,
    output: z.object({ sent: z.int() }),
    errors: [
      'idempotency_key_reused',
      'booking_not_found',
      'booking_not_confirmed',
      'forbidden',
      'too_many_requests',
    ],
  },
  removeGuest: {
    summary:
      'Revoke a guest’s link and remove them from the booking: its host, its invitee, or the guest with `me` as guestId',
    access: 'optional',
    scopes: ['bookings:write'],
    params: z.object({ id: z.string(), guestId: z.string() }),
    output: nothing,
    errors: ['booking_not_found', 'not_found', 'forbidden', 'too_many_requests'],
  },
  erasePersonalData: {
    summary: 'Erase the invitee’s data from a booking that is over or canceled, by the booking’s own id',
    access: 'anyone',
    params: id,
    output: nothing,
    errors: ['booking_not_found', 'booking_not_over', 'forbidden', 'too_many_requests'],
  },
  getClientAddress: {
    summary: 'Get the IP address of this request',
    access: 'anyone',
    output: z.object({ ip: z.string() }),
    errors: [],
  },
  fillPostBookingFields: {
    summary: "Fill in a booking's private fields",
    access: 'host',
    scopes: ['bookings:read', 'private-fields:write'],
    params: id,
    body: postBookingFieldsInput,
    output: bookingDetails,
    errors: ['booking_not_found'],
  },
} as const satisfies Record<string, Endpoint>
