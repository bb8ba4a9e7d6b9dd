import { z } from 'zod'
import {
  bookingAnswer,
  bookingDetails,
  bookingInput,
  cancelInput,
  inviteInput,
  postBookingFieldsInput,
  shareBookingInput,
  slot,
  slotsQuery,
} from './booking.ts'
import {
  bookingFilters,
  bookingList,
  bookingListQuery,
  dashboardFigures,
  dashboardQuery,
} from './booking-list.ts'
import {
  collection,
  collectionChange,
  collectionFilters,
  collectionInput,
  collectionShare,
  shareInput,
} from './collection.ts'
import type { ErrorCode } from './errors.ts'
import { event, eventChange, eventFilters, eventInput, listedEvent, publicEvent } from './event.ts'
import type { RouteName } from './routes.ts'
import { settings, settingsChange } from './settings.ts'
import { calendarOption, user } from './user.ts'

/**
 * One call of the interface. `access` says who may make it: `host` needs a session token, `anyone` needs none, and with
 * `optional` one that is sent is checked and heeded.
 * `errors` are the codes particular to the call; those every call can give (client header, size, rate) are left out.
 */
export interface Endpoint {
  summary: string
  access: 'host' | 'anyone' | 'optional'
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  headers?: z.ZodObject
  output: z.ZodType
  /** 201 where something is created, else 200. */
  status?: 201
  /** Asked again and again: the answer has an ETag, and is not sent while it stays the same. */
  isPolled?: true
  errors: readonly ErrorCode[]
}

const id = z.object({ id: z.string() })
const nothing = z.null()
/** Makes a repeated request safe: the same key and body, the same thing, made once. */
const idempotent = z.object({
  'idempotency-key': z
    .string()
    .min(1, 'An Idempotency-Key cannot be empty')
    .max(255, 'An Idempotency-Key can have at most 255 characters')
    .optional(),
})

export const endpoints = {
  getStateToken: {
    summary: 'Begin a Google sign-in',
    access: 'anyone',
    output: z.object({ stateToken: z.string(), authorizationUrl: z.url() }),
    errors: ['google_unreachable'],
  },
  signIn: {
    summary: 'Exchange the code of a Google sign-in for a session',
    access: 'anyone',
    body: z.object({
      code: z.string({ error: 'The code of the sign-in is missing' }).min(1).max(4096),
      stateToken: z
        .string({ error: 'Missing OAuth State Token' })
        .min(1, 'Missing OAuth State Token')
        .max(512),
    }),
    output: z.object({ sessionToken: z.string(), user }),
    errors: ['invalid_state_token', 'sign_in_refused', 'google_unreachable'],
  },
  getUser: { summary: 'The signed-in host', access: 'host', output: user, errors: [] },
  logout: { summary: 'End the session', access: 'host', output: nothing, errors: [] },
  getSettings: {
    summary: "The host's settings; the defaults as long as nothing was saved",
    access: 'host',
    output: settings,
    errors: [],
  },
  updateSettings: {
    summary: 'Change the settings, whole or in part; what is left out stays as it is',
    access: 'host',
    body: settingsChange,
    output: settings,
    errors: [],
  },
  listCalendars: {
    summary: "The host's calendars",
    access: 'host',
    output: z.array(calendarOption),
    errors: ['calendar_unreachable'],
  },
  listEvents: {
    summary: "The host's events, newest first",
    access: 'host',
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
    errors: ['idempotency_key_reused'],
  },
  getEvent: {
    summary: 'One event of the host',
    access: 'host',
    params: id,
    output: event,
    errors: ['not_found'],
  },
  updateEvent: {
    summary: 'Change an event, whole or in part; bring a deleted one back',
    access: 'host',
    params: id,
    body: eventChange,
    output: event,
    errors: ['not_found', 'edit_conflict'],
  },
  deleteEvent: {
    summary: 'Delete an event; it can be brought back for 24 hours',
    access: 'host',
    params: id,
    output: nothing,
    errors: ['not_found'],
  },
  getPublicEvent: {
    summary: 'The event behind a booking link',
    access: 'anyone',
    params: z.object({ bookingUrlId: z.string() }),
    output: publicEvent,
    errors: ['event_not_found', 'event_not_accepting'],
  },
  listSlots: {
    summary: 'The slots an event offers, ascending',
    access: 'anyone',
    params: id,
    query: slotsQuery,
    output: z.array(slot),
    isPolled: true,
    errors: ['not_found', 'event_not_accepting', 'calendar_unreachable'],
  },
  createBooking: {
    summary: 'Book a slot. An Idempotency-Key header makes a repeated request safe',
    access: 'anyone',
    query: z.object({ bookingUrlId: z.string({ error: 'bookingUrlId is missing' }) }),
    headers: idempotent,
    body: bookingInput,
    output: z.object({ id: z.string() }),
    status: 201,
    errors: [
      'event_not_found',
      'event_not_accepting',
      'slot_not_found',
      'idempotency_key_reused',
      'too_many_requests',
      'calendar_unreachable',
    ],
  },
  listBookings: {
    summary: 'The bookings of the host that meet the filters, a page of them, and how many there are',
    access: 'host',
    query: bookingListQuery,
    output: bookingList,
    errors: [],
  },
  exportBookings: {
    summary: 'All bookings of the host that meet the filters, as a table for spreadsheets',
    access: 'host',
    query: bookingFilters,
    output: z.custom<AsyncIterable<string>>(),
    errors: [],
  },
  getBooking: {
    summary: 'A booking, for anybody who has its id; its host sees the private fields too',
    access: 'optional',
    params: id,
    output: bookingAnswer,
    errors: ['booking_not_found'],
  },
  updateBooking: {
    summary: 'Change a booking or move it to another slot, where its event allows it; its host always may',
    access: 'optional',
    params: id,
    body: bookingInput,
    output: z.object({ id: z.string() }),
    errors: [
      'booking_not_found',
      'booking_not_confirmed',
      'forbidden',
      'event_not_accepting',
      'slot_not_found',
      'too_many_requests',
      'calendar_unreachable',
    ],
  },
  cancelBooking: {
    summary: 'Cancel a booking, as its host or, where its event allows it, as its invitee',
    access: 'optional',
    params: id,
    body: cancelInput,
    output: z.object({ id: z.string(), status: z.literal('canceled') }),
    errors: ['booking_not_found', 'booking_not_confirmed', 'forbidden', 'too_many_requests'],
  },
  inviteUsers: {
    summary: 'Invite people to a booking that is to come',
    access: 'optional',
    params: id,
    body: inviteInput,
    output: z.object({ sent: z.int() }),
    errors: ['booking_not_found', 'booking_not_confirmed', 'forbidden', 'too_many_requests'],
  },
  shareBooking: {
    summary: 'Send the confirmation page of a booking that is to come',
    access: 'optional',
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
  getClientAddress: {
    summary: 'The address this request comes from',
    access: 'anyone',
    output: z.object({ ip: z.string() }),
    errors: [],
  },
  fillPostBookingFields: {
    summary: 'Fill in the private fields of a booking',
    access: 'host',
    params: id,
    body: postBookingFieldsInput,
    output: bookingDetails,
    errors: ['booking_not_found'],
  },
  getDashboard: {
    summary: 'What is booked in a week, and what was booked last',
    access: 'host',
    query: dashboardQuery,
    output: dashboardFigures,
    errors: [],
  },
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
} as const satisfies Record<RouteName, Endpoint>

export type Endpoints = typeof endpoints
type Shape<Name extends RouteName, Part extends string> = Endpoints[Name] extends {
  [key in Part]: infer Schema extends z.ZodType
}
  ? Schema
  : never

/** What a caller hands over: only the parts the endpoint has. */
export type Request<Name extends RouteName> = {
  [Part in 'params' | 'query' | 'body' as Part extends keyof Endpoints[Name] ? Part : never]: z.input<
    Shape<Name, Part>
  >
}
export type Answer<Name extends RouteName> = z.output<Endpoints[Name]['output']>
