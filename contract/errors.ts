/**
 * Stable values of `code` in error responses. `error` is for people, `code` for programs. `server/http/errors.ts` has
 * the HTTP status of each.
 */
export type ErrorCode =
  | 'validation_failed'
  | 'malformed_json'
  | 'unknown_client'
  | 'unknown_host'
  | 'invalid_state_token'
  | 'sign_in_refused'
  | 'authentication_required'
  | 'invalid_token'
  | 'forbidden'
  | 'event_not_found'
  | 'event_not_accepting'
  | 'link_expired'
  | 'link_used_up'
  | 'link_deleted'
  | 'not_found'
  | 'booking_not_found'
  | 'booking_not_confirmed'
  | 'booking_not_over'
  | 'cancellation_unsent'
  | 'slot_not_found'
  | 'too_many_for_person'
  | 'idempotency_key_reused'
  | 'edit_conflict'
  | 'schedule_in_use'
  | 'calendar_in_use'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'too_many_tries'
  | 'quota_exceeded'
  | 'invalid_signature'
  | 'billing_unavailable'
  | 'plan_unavailable'
  | 'already_subscribed'
  | 'not_subscribed'
  | 'subscription_ending'
  | 'payment_declined'
  | 'calendar_unreachable'
  | 'payments_unreachable'
  | 'google_unreachable'
  | 'database_unreachable'
  | 'internal_error'

/**
 * The body of every non-2xx response. `fields` maps an input path (`weeklyAvailabilitySlots.monday.0.end`) to its
 * message.
 */
export interface Failure {
  success: false
  error: string
  code: ErrorCode
  fields?: Record<string, string>
}

/** The body of every 2xx response. */
export interface Success<T> {
  success: true
  data: T
}

export const tooManyRequests = (seconds: number) =>
  `That was more than we can answer at once. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`

/** Texts that several places share. */
export const messages = {
  authenticationRequired: 'Authentication required',
  invalidToken: 'Invalid token',
  outOfScope: 'This token doesn’t allow that.',
  invalidStateToken: 'This Google sign-in expired or was already used. Please try again.',
  notFound: 'Not found',
  signInAccount: 'You sign in with this account, so it stays connected.',
  calendarInUse:
    'Events or upcoming bookings use a calendar of this account. Choose another calendar for them first.',
  bookingNotConfirmed: 'This booking has already been canceled.',
  notAllowed: 'This booking can no longer be changed here. Please contact the host.',
  hostOnly: 'Only the event’s host can book for somebody. Please sign in again.',
  viewOnly:
    'You can view this booking, but not move or cancel it. Ask the event’s owner for the Manage role.',
  bookingMoved: 'This booking was moved since you opened this page. Reload the page to see its new time.',
  bookingErased: 'The invitee erased their data, so this booking can no longer be changed.',
  bookingNotOver: 'You can erase your data once this meeting is canceled or over.',
  cancellationUnsent:
    'Nothing was erased yet: we’re still emailing your guests that this meeting is canceled. Please try again later.',
  eraseRefused: 'Only the person who booked can erase their data.',
  bookingNotFound: 'Booking not found',
  eventNotFound: 'This event was not found or has been deleted.',
  eventNotAccepting: 'This event is not accepting bookings.',
  linkExpired: 'This link has expired. Please ask for a new one.',
  linkUsedUp: 'This link has already been used. Please ask for a new one.',
  linkDeleted: 'This link is no longer valid. Please ask for a new one.',
  tooManyForPerson:
    'There are already as many upcoming bookings with this email address as the host allows. Cancel one of them to book another time.',
  slotNotFound: 'Selected time slot not found',
  editConflict: 'Someone changed this since you opened it. Reload to see the latest version.',
  calendarUnreachable: "The host's calendar cannot be reached right now. Please try again in a few minutes.",
  billingUnavailable: 'Billing isn’t set up on this server.',
  planUnavailable: 'This plan isn’t available yet.',
  alreadySubscribed: 'You already have a subscription.',
  notSubscribed: 'You don’t have a subscription to change.',
  subscriptionEnding: 'Your subscription is canceled. Reactivate it before you switch.',
  paymentFailed: 'Your last payment failed. Please check your card.',
  cardDeclined:
    'Your card was declined, so nothing changed. Choose another card under Manage payment and try again.',
  paymentsUnreachable: 'We can’t reach the payment provider right now. Please try again in a few minutes.',
  databaseUnreachable: 'We’re having trouble connecting. Please try again in a minute.',
  googleUnreachable: 'We can’t reach Google right now. Please try again in a moment.',
  requestFailed: 'Request failed',
} as const
