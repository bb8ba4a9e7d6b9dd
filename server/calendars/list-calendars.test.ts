import { expect, test } from 'vitest'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, googleFault, ok, signIn } from '../../testing/server/test-app.ts'

const app = setUpApp()

test("lists the host's calendars with the primary one marked", async () => {
  const email = 'host@example.com'
  const { sessionToken: token } = await signIn(app.origin, email)
  const list = await ok(app.origin, 'listCalendars', { token })
  expect(list.filter((calendar) => calendar.isPrimary)).toMatchObject([{ id: email, email }])
  expect(list.length).toBeGreaterThan(1)
  await googleFault(app.origin, { match: 'calendarList.list', kind: 'status', status: 500, times: 0, email })
  expect(await call(app.origin, 'listCalendars', { token })).toMatchObject({ status: 503 })
})
