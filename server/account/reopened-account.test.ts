import { and, eq, ne } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { connectGoogle } from '../../testing/calendars/calendar-account.ts'
import { primaryOf, setUpCalendarHost } from '../../testing/calendars/calendar-host.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { googleLog, ok, signIn } from '../../testing/server/test-app.ts'
import { calendarConnections } from '../db/tables/calendars.ts'

describe('the further calendar accounts of a reopened account', () => {
  const app = setUpApp({ calendarPollMs: 60_000 })
  const { host, starts, review } = setUpCalendarHost(app, 'back')
  const whereOthers = () =>
    and(eq(calendarConnections.hostId, host.hostId), ne(calendarConnections.id, host.hostId))
  const secrets = async () => {
    const rows = await app.db.select().from(calendarConnections).where(whereOthers())
    return rows.map(({ credential, keyId }) => app.deps.encryption.decrypt(credential, keyId))
  }

  /** Returns a token of the account, closed and open again. */
  async function closedAndReopened(): Promise<string> {
    await ok(app.origin, 'deleteAccount', { token: host.token, body: { confirmation: 'DELETE' } })
    await expect.poll(secrets).toEqual([''])
    const { isRestored, sessionToken } = await signIn(app.origin, host.email)
    expect(isRestored).toBe(true)
    return sessionToken
  }

  test('close what checks them until they are reconnected, and then count as before', async () => {
    const account = await connectGoogle(app, host.token, host.other)
    await review(account.id, [primaryOf(account)])
    const before = await starts()
    const token = await closedAndReopened()
    const log = await googleLog(app.origin)
    expect(log.filter(({ method, email }) => method === 'revoke' && email === host.other)).toHaveLength(1)
    const listed = async () =>
      (await ok(app.origin, 'listConnections', { token })).find(({ id }) => id === account.id)
    expect(await listed()).toMatchObject({
      status: 'broken',
      problem: null,
      calendars: [{ id: primaryOf(account), isChecked: true }, { isChecked: false }],
    })
    expect(await starts()).toEqual(['503'])
    expect((await connectGoogle(app, token, host.other)).id).toBe(account.id)
    expect(await listed()).toMatchObject({ status: 'connected' })
    expect(await starts()).toEqual(before)
  })

  test('can be disconnected instead', async () => {
    const account = await connectGoogle(app, host.token, host.other)
    await review(account.id, [primaryOf(account)])
    const before = await starts()
    const token = await closedAndReopened()
    await ok(app.origin, 'disconnectCalendars', { token, params: { id: account.id } })
    expect(await starts()).toEqual(before)
  })

  test('go on with a new password, which was forgotten', async () => {
    const connect = vi.spyOn(app.deps.calendarProviders.caldav, 'connect').mockResolvedValue({
      account: 'ann',
      name: 'ann',
      server: 'dav.example',
      address: 'https://dav.example/ann/',
      credential: '{}',
      calendars: [{ id: '/a/', name: 'Team', isPrimary: true, isWritable: true, hasVideoCalls: false }],
    })
    const typed = { provider: 'caldav', server: 'ann@dav.example', username: 'ann', password: 'old' }
    const { id } = await ok(app.origin, 'connectCalendars', { token: host.token, body: typed })
    const token = await closedAndReopened()
    await ok(app.origin, 'updateConnection', { token, params: { id }, body: { password: 'new' } })
    expect(connect).toHaveBeenLastCalledWith(
      expect.objectContaining({ server: 'https://dav.example/ann/', username: 'ann', password: 'new' }),
    )
  })
})
