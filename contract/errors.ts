/**
 * Stable words of the `code` member of a failed answer. People read `error`; programs compare `code`.
 * The HTTP status of each stands in `server/errors.ts`.
 */
export const errorCodes = [
  'validation_failed',
  'malformed_json',
  'unknown_client',
  'unknown_host',
  'invalid_state_token',
  'sign_in_refused',
  'authentication_required',
  'invalid_token',
  'forbidden',
  'event_not_found',
  'event_not_accepting',
  'not_found',
  'booking_not_found',
  'booking_not_confirmed',
  'slot_not_found',
  'idempotency_key_reused',
  'edit_conflict',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'invalid_signature',
  'billing_unavailable',
  'plan_unavailable',
  'already_subscribed',
  'not_subscribed',
  'calendar_unreachable',
  'payments_unreachable',
  'google_unreachable',
  'database_unreachable',
  'internal_error',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** Body of every answer that is not 2xx. `fields` maps the path of an input (`weeklyAvailabilitySlots.monday.0.end`) to its message. */
export interface Failure {
  success: false
  error: string
  code: ErrorCode
  fields?: Record<string, string>
}

/** Body of every 2xx answer. */
export interface Success<T> {
  success: true
  data: T
}

/** Texts that more than one place has to say in the same words. */
export const messages = {
  authenticationRequired: 'Authentication required',
  invalidToken: 'Invalid token',
  invalidStateToken: 'Invalid state token',
  notFound: 'Not found',
  bookingNotConfirmed: 'This booking has been canceled already.',
  notAllowed: 'This booking can no longer be changed here. Please write to the host.',
  bookingNotFound: 'Booking not found',
  eventNotFound: 'This event was not found or has been deleted.',
  eventNotAccepting: 'This event is not accepting bookings.',
  slotNotFound: 'Selected time slot not found',
  editConflict: 'This was changed elsewhere since you opened it. Open it again to see what it is now.',
  calendarUnreachable: "The host's calendar cannot be reached right now. Please try again in a few minutes.",
  billingUnavailable: 'This installation sells no subscriptions.',
  planUnavailable: 'This plan cannot be bought yet.',
  alreadySubscribed: 'You are subscribed already.',
  notSubscribed: 'There is no subscription that could be changed.',
  paymentsUnreachable: 'The payment provider cannot be reached right now. Please try again in a few minutes.',
  databaseUnreachable: 'Something cannot be reached right now. Please try again in a minute.',
  requestFailed: 'Request failed',
} as const
