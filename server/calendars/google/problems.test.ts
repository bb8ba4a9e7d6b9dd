import { expect, test } from 'vitest'
import { CalendarError } from '../../adapters/calendar-provider.ts'
import { arePeopleRefused, calendarError, isGone } from './problems.ts'

const refusal = (status: number, data: unknown = {}, headers: Record<string, string> = {}) =>
  Object.assign(new Error('No'), { response: { status, data, headers: new Headers(headers) } })
const because = (reason: string) => ({ error: { errors: [{ reason }] } })

test.each([
  ['a token that was revoked', refusal(400, { error: 'invalid_grant' }), 'revoked'],
  [
    "another client's token",
    refusal(401, { error: 'unauthorized_client', error_description: 'Unauthorized' }),
    'revoked',
  ],
  ["an administrator's refusal", refusal(400, { error: 'admin_policy_enforced' }), 'revoked'],
  ['a refusal of Advanced Protection', refusal(400, { error: 'policy_enforced' }), 'revoked'],
  [
    'a restricted account',
    refusal(403, { error: 'access_denied', error_description: 'Account restricted' }),
    'revoked',
  ],
  ["a secret that isn't the client's", refusal(401, { error: 'invalid_client' }), 'unreachable'],
  ['a call beyond the granted scopes', refusal(403, because('insufficientPermissions')), 'missing_scope'],
  ['a project without the Calendar API', refusal(403, because('accessNotConfigured')), 'api_disabled'],
  [
    'the same in newer words',
    refusal(403, { error: { status: 'PERMISSION_DENIED', details: [{ reason: 'SERVICE_DISABLED' }] } }),
    'api_disabled',
  ],
  ["the project's quota that is used up", refusal(403, because('rateLimitExceeded')), 'rate_limited'],
  ["a host's quota that is used up", refusal(403, because('userRateLimitExceeded')), 'rate_limited'],
  ["a calendar's limit", refusal(403, because('quotaExceeded')), 'rate_limited'],
  ['too many requests', refusal(429), 'rate_limited'],
  ['another refusal', refusal(403, because('forbidden')), 'forbidden'],
  ['an invalid entry', refusal(400, because('invalid')), 'rejected'],
  ['a calendar that is gone', refusal(404, { error: { code: 404 } }), 'calendar_gone'],
  ['a page that a proxy did not find', refusal(404, '<!doctype html>'), 'unreachable'],
  ['a calendar that may not be changed', refusal(403, because('requiredAccessLevel')), 'forbidden'],
  ['a version that changed', refusal(412), 'unreachable'],
  ['a server error', refusal(500, '<html>'), 'unreachable'],
  ['no answer', new Error('socket hang up'), 'unreachable'],
])('%s is %s', (_name, error, reason) => {
  const mapped = calendarError(error)
  expect(mapped).toMatchObject({ reason, cause: error })
  expect(calendarError(mapped)).toBe(mapped)
  expect(mapped).toBeInstanceOf(CalendarError)
})

test.each([
  ['an address', refusal(400, { error: { message: 'Invalid attendee email.' } }), true],
  ['too many invitations', refusal(403, because('quotaExceeded')), true],
  ['too many calls', refusal(403, because('rateLimitExceeded')), false],
  ['another value', refusal(400, because('invalid')), false],
])('tells a refusal of people from others: %s', (_name, error, isRefused) => {
  expect(arePeopleRefused(error)).toBe(isRefused)
})

test('tells an entry that is gone from one that cannot be read', () => {
  const statuses = [404, 410, 403, 500]
  const gone = statuses.map((code) => isGone(refusal(code, { error: { code } })))
  expect(gone).toEqual([true, true, false, false])
  expect(statuses.some((code) => isGone(refusal(code, '<!doctype html>')))).toBe(false)
})

test.each([
  ['seconds', { 'retry-after': '30' }, 30_000],
  [
    'a date',
    { date: 'Mon, 04 Jan 2027 13:00:00 GMT', 'retry-after': 'Mon, 04 Jan 2027 13:02:00 GMT' },
    120_000,
  ],
  [
    'a date in the past',
    { date: 'Mon, 04 Jan 2027 13:00:00 GMT', 'retry-after': 'Mon, 04 Jan 2027 12:00:00 GMT' },
    0,
  ],
  ['something else', { 'retry-after': 'soon' }, undefined],
  ['nothing', {}, undefined],
])('reads Retry-After: %s', (_name, headers, retryAfterMs) => {
  expect(calendarError(refusal(503, '', headers as Record<string, string>)).retryAfterMs).toBe(retryAfterMs)
})
