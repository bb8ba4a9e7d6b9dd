import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { ok, signIn } from '../../../testing/server/test-app.ts'
import { calendarConnections } from '../../db/tables/calendars.ts'

const app = setUpApp()

test('a new password goes to the same server, although the key to what is stored was lost', async () => {
  const address = 'https://dav.example:8443/cloud/ann/'
  const connect = vi.spyOn(app.deps.calendarProviders.caldav, 'connect').mockResolvedValue({
    account: 'ann',
    name: 'ann',
    server: 'dav.example',
    address,
    credential: '{}',
    calendars: [{ id: '/a/', name: 'Team', isPrimary: true, isWritable: true, hasVideoCalls: false }],
  })
  const { sessionToken: token } = await signIn(app.origin, 'ann@example.com')
  const { id } = await ok(app.origin, 'connectCalendars', {
    token,
    body: { provider: 'caldav', server: 'ann@dav.example', username: 'ann', password: 'old' },
  })
  await app.db.update(calendarConnections).set({ keyId: 'lost' }).where(eq(calendarConnections.id, id))
  await ok(app.origin, 'updateConnection', { token, params: { id }, body: { password: 'new' } })
  expect(connect).toHaveBeenLastCalledWith(
    expect.objectContaining({ server: address, username: 'ann', password: 'new' }),
  )
  expect(await ok(app.origin, 'listConnections', { token })).toMatchObject([{}, { status: 'connected' }])
})
