import { expect, test } from 'vitest'
import { CalendarError } from '../provider.ts'
import { calendarError, isGone } from './problems.ts'

const refusal = (status: number, data: unknown = {}) =>
  Object.assign(new Error('No'), { response: { status, data } })
const because = (reason: string) => ({ error: { errors: [{ reason }] } })

test.each([
  ['a token that was revoked', refusal(400, { error: 'invalid_grant' }), 'revoked'],
  ['a call beyond the granted scopes', refusal(403, because('insufficientPermissions')), 'missing_scope'],
  ['a project without the Calendar API', refusal(403, because('accessNotConfigured')), 'api_disabled'],
  [
    'the same in newer words',
    refusal(403, { error: { status: 'PERMISSION_DENIED', details: [{ reason: 'SERVICE_DISABLED' }] } }),
    'api_disabled',
  ],
  ['a quota that is used up', refusal(403, because('rateLimitExceeded')), 'unreachable'],
  ['an invalid entry', refusal(400, because('invalid')), 'rejected'],
  ['a calendar that is gone', refusal(404), 'calendar_gone'],
  ['a version that changed', refusal(412), 'unreachable'],
  ['a server error', refusal(500, '<html>'), 'unreachable'],
  ['no answer', new Error('socket hang up'), 'unreachable'],
])('%s is %s', (_name, error, reason) => {
  const mapped = calendarError(error)
  expect(mapped).toMatchObject({ reason, cause: error })
  expect(calendarError(mapped)).toBe(mapped)
  expect(mapped).toBeInstanceOf(CalendarError)
})

test('tells an entry that is gone from one that cannot be read', () => {
  expect([404, 410, 403, 500].map((status) => isGone(refusal(status)))).toEqual([true, true, false, false])
})
