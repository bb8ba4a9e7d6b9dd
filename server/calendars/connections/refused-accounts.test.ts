import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { quotas } from '../../../contract/account/quotas.ts'
import { setUpCalendarHost } from '../../../testing/calendars/calendar-host.ts'
import { heldBack } from '../../../testing/calendars/held-google.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, consent, googleLog, ok } from '../../../testing/server/test-app.ts'
import { calendarConnections } from '../../db/tables/calendars.ts'

describe('the grant of an account that can’t be connected is given back', () => {
  const app = setUpApp({ calendarPollMs: 60_000 })
  const { host } = setUpCalendarHost(app, 'refused')

  const connect = async () => {
    const { stateToken, authorizationUrl } = await ok(app.origin, 'authorizeConnection', {
      token: host.token,
    })
    const callback = await consent(authorizationUrl, { email: host.other })
    const body = { provider: 'google', code: callback.searchParams.get('code'), stateToken }
    return call(app.origin, 'connectCalendars', { token: host.token, body })
  }
  const logged = async (method: string) =>
    (await googleLog(app.origin)).filter((one) => one.method === method && one.email === host.other).length
  const stored = () =>
    app.db.$count(
      calendarConnections,
      and(eq(calendarConnections.hostId, host.hostId), eq(calendarConnections.name, host.other)),
    )

  test('if the host has too many', async () => {
    const { encryption } = app.deps
    await app.db.insert(calendarConnections).values(
      Array.from({ length: quotas.connections }, () => ({
        hostId: host.hostId,
        id: randomUUID(),
        provider: 'ics' as const,
        account: randomUUID(),
        name: 'Feed',
        credential: encryption.encrypt('https://feeds.example/'),
        keyId: encryption.keyId,
        grantedScopes: [],
        createdAt: app.clock.now,
        updatedAt: app.clock.now,
      })),
    )
    expect(await connect()).toMatchObject({ success: false, code: 'quota_exceeded' })
    await expect.poll(() => logged('revoke')).toBe(1)
    expect(await stored()).toBe(0)
  })

  test('if they close their account while Google is asked', async () => {
    const { googleOidc } = app.deps
    const { held, answered, goOn } = heldBack(googleOidc.exchangeCode.bind(googleOidc))
    const exchange = vi.spyOn(googleOidc, 'exchangeCode').mockImplementation(held)
    onTestFinished(() => exchange.mockRestore())
    const connecting = connect()
    await answered
    await ok(app.origin, 'deleteAccount', { token: host.token, body: { confirmation: 'DELETE' } })
    goOn()
    expect(await connecting).toMatchObject({ success: false, code: 'invalid_token' })
    await expect.poll(() => logged('revoke')).toBe(1)
    expect(await stored()).toBe(0)
  })
})
