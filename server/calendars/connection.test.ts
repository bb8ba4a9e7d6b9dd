import { expect, test } from 'vitest'
import { setUpApp } from '../../testing/set-up-app.ts'
import { ok, signIn } from '../../testing/test-app.ts'
import { withCalendarAccount } from './connection.ts'
import { CalendarError } from './provider.ts'

const app = setUpApp()

test('hosts see that the operator has to enable the Calendar API, and the log says where', async () => {
  const { sessionToken: token, user } = await signIn(app.origin, 'ada@example.com')
  const logged: unknown[] = []
  const log = Object.assign(Object.create(app.deps.log), { error: (line: unknown) => logged.push(line) })
  const call = () => Promise.reject(new CalendarError('api_disabled', 'Google refused the call'))
  await expect(withCalendarAccount({ ...app.deps, log }, user.id, call)).rejects.toThrow('api_disabled')
  expect(logged).toEqual([expect.stringContaining('/apis/library/calendar-json.googleapis.com')])
  expect(await ok(app.origin, 'getUser', { token })).toMatchObject({
    calendarConnection: 'broken',
    calendarProblem: 'api_disabled',
  })
})
