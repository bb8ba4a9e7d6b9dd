import { CalendarError, type CalendarErrorReason } from '../../adapters/calendar-provider.ts'
import { retryAfterMs } from '../retry-after.ts'

/**
 * What a failed call of the Calendar API means. `gone`: the sync token or the entry no longer exists. `duplicate`: the
 * entry already exists. `changed`: the entry is no longer the version that a write was made for. Callers that handle
 * none of them see the reason of a `CalendarError`.
 */
type GoogleProblem =
  | Exclude<CalendarErrorReason, 'calendar_gone'>
  | 'gone'
  | 'duplicate'
  | 'not_found'
  | 'changed'

interface GoogleFailure {
  response?: { status?: number; data?: unknown; headers?: Headers }
}

/** https://developers.google.com/workspace/calendar/api/guides/errors */
const USED_UP = /rateLimitExceeded|quotaExceeded|dailyLimitExceeded|RATE_LIMIT_EXCEEDED/i

/**
 * The token endpoint's answers that only the host, or their administrator, can do something about: the grant is gone,
 * the administrator or Google's Advanced Protection refuses this app, or the grant is another client's because
 * GOOGLE_CLIENT_ID has changed since.
 */
const REVOKED = /^(invalid_grant|access_denied|admin_policy_enforced|policy_enforced|unauthorized_client)$/

/** The code of the token endpoint's answer (RFC 6749, section 5.2). The Calendar API's own have an object there. */
const tokenError = (data: unknown): string => {
  const code = (data as { error?: unknown } | null | undefined)?.error
  return typeof code === 'string' ? code : ''
}

export function googleProblem(error: unknown): GoogleProblem {
  const { response } = error as GoogleFailure
  const status = response?.status
  if (status === undefined) return 'unreachable'
  const text = JSON.stringify(response?.data ?? '')
  if (status < 500 && REVOKED.test(tokenError(response?.data))) return 'revoked'
  if (status === 403 && /insufficientPermissions|ACCESS_TOKEN_SCOPE_INSUFFICIENT/i.test(text))
    return 'missing_scope'
  if (status === 403 && /accessNotConfigured|SERVICE_DISABLED/.test(text)) return 'api_disabled'
  if (status === 429 || (status === 403 && USED_UP.test(text))) return 'rate_limited'
  if (status === 403) return 'forbidden'
  // A proxy's page for what it can't find says nothing about the calendar.
  if ((status === 404 || status === 410) && !isFromGoogle(response?.data)) return 'unreachable'
  if (status === 404) return 'not_found'
  if (status === 409) return 'duplicate'
  if (status === 410 || (status === 400 && /sync token/i.test(text))) return 'gone'
  if (status === 412) return 'changed'
  if (status === 400 || status === 422) return 'rejected'
  return 'unreachable'
}

/** Whether an error's body is the Calendar API's own. */
const isFromGoogle = (data: unknown): boolean =>
  typeof (data as { error?: { code?: unknown } } | null)?.error?.code === 'number'

const isRefusedFor = (error: unknown, reason: RegExp, status = 400): boolean => {
  const { response } = error as GoogleFailure
  return response?.status === status && reason.test(JSON.stringify(response.data ?? ''))
}

/** Whether a write was refused because the calendar can't have a Meet call, as its administrator decided. */
export const isCallRefused = (error: unknown) => isRefusedFor(error, /invalid conference type/i)

/** Whether a write was refused because Google doesn't know its time zone, whose name may be new. */
export const isZoneRefused = (error: unknown) => isRefusedFor(error, /invalid time zone/i)

/**
 * Whether a write was refused because of the people in it: Google takes no such address, or the calendar has invited as
 * many people as Google lets it for now, which it doesn't tell from its other limits.
 */
export const arePeopleRefused = (error: unknown) =>
  isRefusedFor(error, /invalid attendee/i) || isRefusedFor(error, /quotaExceeded/, 403)

const REASONS: Record<GoogleProblem, CalendarErrorReason> = {
  revoked: 'revoked',
  missing_scope: 'missing_scope',
  api_disabled: 'api_disabled',
  // Missing entries are handled where they are read and written, so it was the calendar.
  not_found: 'calendar_gone',
  duplicate: 'rejected',
  changed: 'unreachable',
  gone: 'unreachable',
  rejected: 'rejected',
  forbidden: 'forbidden',
  rate_limited: 'rate_limited',
  unreachable: 'unreachable',
}

/** The provider-neutral form of what Google's client threw. */
export function calendarError(error: unknown): CalendarError {
  if (error instanceof CalendarError) return error
  const problem = googleProblem(error)
  return new CalendarError(REASONS[problem], `Google refused the call: ${problem}`, {
    cause: error,
    retryAfterMs: retryAfterMs((error as GoogleFailure).response?.headers),
  })
}

/** True if the call failed because what it asked for isn't there (anymore). */
export function isGone(error: unknown): boolean {
  const problem = googleProblem(error)
  return problem === 'gone' || problem === 'not_found'
}
