import type { NewActivity } from '../../contract/account/activity.schema.ts'
import { messages, type ErrorCode } from '../../contract/errors.ts'

/** The HTTP status of every code. */
export const statusOf: Record<ErrorCode, number> = {
  validation_failed: 400,
  malformed_json: 400,
  unknown_client: 400,
  unknown_host: 400,
  invalid_state_token: 400,
  sign_in_refused: 400,
  invalid_signature: 400,
  event_not_found: 400,
  authentication_required: 401,
  invalid_token: 403,
  forbidden: 403,
  quota_exceeded: 403,
  event_not_accepting: 403,
  link_expired: 403,
  link_used_up: 403,
  link_deleted: 403,
  not_found: 404,
  booking_not_found: 404,
  booking_not_confirmed: 409,
  booking_not_over: 409,
  cancellation_unsent: 409,
  slot_not_found: 409,
  too_many_for_person: 409,
  idempotency_key_reused: 409,
  edit_conflict: 409,
  schedule_in_use: 409,
  calendar_in_use: 409,
  billing_unavailable: 409,
  plan_unavailable: 409,
  already_subscribed: 409,
  not_subscribed: 409,
  subscription_ending: 409,
  payment_declined: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  too_many_tries: 429,
  internal_error: 500,
  calendar_unreachable: 503,
  database_unreachable: 503,
  google_unreachable: 503,
  payments_unreachable: 503,
}

/** An expected failure; `message` is for people. Anything else thrown becomes a plain 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  /** What its host's activity shows of this refusal. */
  readonly activity: ({ hostId: string } & NewActivity) | undefined

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      fields?: Record<string, string>
      retryAfterSeconds?: number
      activity?: { hostId: string } & NewActivity
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.code = code
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
    this.activity = more.activity
  }
}

export const notFound = () => new AppError('not_found', messages.notFound)
export const bookingNotFound = () => new AppError('booking_not_found', messages.bookingNotFound)
export const bookingNotConfirmed = () => new AppError('booking_not_confirmed', messages.bookingNotConfirmed)
export const notAllowed = () => new AppError('forbidden', messages.notAllowed)
export const eventNotFound = () => new AppError('event_not_found', messages.eventNotFound)
export const eventNotAccepting = () => new AppError('event_not_accepting', messages.eventNotAccepting)
export const linkExpired = () => new AppError('link_expired', messages.linkExpired)
export const linkUsedUp = () => new AppError('link_used_up', messages.linkUsedUp)
export const linkDeleted = () => new AppError('link_deleted', messages.linkDeleted)
export const slotNotFound = () => new AppError('slot_not_found', messages.slotNotFound)
export const editConflict = () => new AppError('edit_conflict', messages.editConflict)
export const billingUnavailable = () => new AppError('billing_unavailable', messages.billingUnavailable)
export const notSubscribed = () => new AppError('not_subscribed', messages.notSubscribed)
export const paymentsUnreachable = (cause?: unknown) =>
  new AppError('payments_unreachable', messages.paymentsUnreachable, { retryAfterSeconds: 60, cause })
export const calendarUnreachable = (cause?: unknown) =>
  new AppError('calendar_unreachable', messages.calendarUnreachable, { retryAfterSeconds: 60, cause })
export const googleUnreachable = (cause?: unknown) =>
  new AppError('google_unreachable', messages.googleUnreachable, { retryAfterSeconds: 10, cause })
export const databaseUnreachable = (cause: unknown) =>
  new AppError('database_unreachable', messages.databaseUnreachable, { retryAfterSeconds: 10, cause })
/** Invalid input, with the same messages as the form. The first message is the overall error. */
export const invalid = (fields: Record<string, string>) =>
  new AppError('validation_failed', Object.values(fields)[0] ?? messages.requestFailed, { fields })
