import { expect, it } from 'vitest'
import { messageFrom } from './sign-in-messages.ts'

it.each([
  ['error=access_denied', 'You canceled the Google sign-in'],
  ['error=server_error', 'OAuth failed'],
  ['error=server_error&error_description=Google+is+busy.', 'Google is busy.'],
  ['code=', 'OAuth failed'],
])('explains %s in words', (query, error) => {
  expect(messageFrom(new URLSearchParams(query))).toEqual({ type: 'OAUTH_ERROR', error })
})
