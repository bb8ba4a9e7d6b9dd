import { expect, test } from 'vitest'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, googleFault, ok, signIn } from '../../testing/server/test-app.ts'
import { calendarMirrors } from '../db/tables/calendars.ts'
import { whereMirror } from './mirror-key.ts'
import { pullCalendar } from './mirror/pull.ts'

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

test('a calendar that was deleted leaves the settings once its host no longer uses it', async () => {
  const { sessionToken: token, user } = await signIn(app.origin, 'gone@example.com')
  const { id } = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
  const update = (body: object) => ok(app.origin, 'updateEvent', { token, params: { id }, body })
  const listed = async () => {
    await ok(app.origin, 'listCalendars', { token })
    const [account] = await ok(app.origin, 'listConnections', { token })
    return account!.calendars.map((calendar) => calendar.id)
  }
  const check = (isChecked: boolean) =>
    ok(app.origin, 'updateCalendarCheck', { token, params: { id: second! }, body: { isChecked } })
  const [first, second] = await listed()
  await check(true)
  await update({ calendarId: second! })
  await googleFault(app.origin, { kind: 'calendar_gone', calendarId: second, times: 0 })
  const pull = pullCalendar(app.deps, { hostId: user.id, calendarId: second! })
  await expect(pull).rejects.toMatchObject({ reason: 'calendar_gone' })
  expect(await listed()).toEqual([first, second])
  await ok(app.origin, 'deleteEvent', { token, params: { id } })
  await check(false)
  // The event can be restored.
  expect(await listed()).toEqual([first, second])
  await update({ isDeleted: false })
  await update({ calendarId: first! })
  expect(await listed()).toEqual([first])
})

test('a calendar that was deleted while its event was paused is missing by its name', async () => {
  const { sessionToken: token, user } = await signIn(app.origin, 'paused@example.com')
  const { id } = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
  const update = (body: object) => ok(app.origin, 'updateEvent', { token, params: { id }, body })
  const list = () => ok(app.origin, 'listCalendars', { token })
  const { id: calendarId, name } = (await list()).find(({ isPrimary }) => !isPrimary)!
  await update({ calendarId, isEnabled: false })
  const key = { hostId: user.id, calendarId }
  // As polling does with calendars that nothing uses.
  await app.db.update(calendarMirrors).set({ nextPollAt: Infinity }).where(whereMirror(key))
  await googleFault(app.origin, { kind: 'calendar_gone', calendarId, times: 0 })
  await list()
  await update({ isEnabled: true })
  await expect(pullCalendar(app.deps, key)).rejects.toMatchObject({ reason: 'calendar_gone' })
  const { missing } = await ok(app.origin, 'getCalendarHealth', { token })
  expect(missing).toMatchObject([{ id: calendarId, name }])
})
