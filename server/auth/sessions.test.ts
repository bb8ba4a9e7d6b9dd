import { eq, lt } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../availability/units.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, consent, ok } from '../../testing/server/test-app.ts'
import { sessions } from '../db/tables/sessions.ts'
import { deviceOf } from './device.ts'
import { removeExpiredSessions } from './remove-expired-sessions.ts'

const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

describe('sessions', () => {
  const app = setUpApp()

  const signIn = async (email: string, userAgent = CHROME) => {
    const { stateToken, authorizationUrl } = await ok(app.origin, 'getStateToken')
    const code = (await consent(authorizationUrl, { email })).searchParams.get('code')
    const headers = { 'user-agent': userAgent }
    return (await ok(app.origin, 'signIn', { body: { code, stateToken }, headers })).sessionToken
  }
  const list = (token: string) => ok(app.origin, 'listSessions', { token })
  const isSignedIn = async (token: string) => (await call(app.origin, 'getUser', { token })).status === 200
  const activity = async (token: string) =>
    (await ok(app.origin, 'listActivity', { token })).activities.map(({ kind, details }) => [kind, details])

  test('show device, sign-in and last use, this one first and without any secret', async () => {
    const first = await signIn('list@example.com', 'curl/8.5.0')
    app.clock.now += HOUR
    const second = await signIn('list@example.com')
    const signedInAt = new Date(app.clock.now - HOUR).toISOString()
    app.clock.now += 2 * HOUR
    const now = new Date(app.clock.now).toISOString()
    const found = await list(first)
    expect(found).toEqual([
      { id: expect.any(String), device: null, signedInAt, lastUsedAt: now, isCurrent: true },
      {
        id: expect.any(String),
        device: 'Chrome on macOS',
        signedInAt: new Date(app.clock.now - 2 * HOUR).toISOString(),
        lastUsedAt: new Date(app.clock.now - 2 * HOUR).toISOString(),
        isCurrent: false,
      },
    ])
    const text = JSON.stringify(found)
    for (const { tokenHash } of await app.db.select().from(sessions)) expect(text).not.toContain(tokenHash)
    for (const token of [first, second]) expect(text).not.toContain(token)
  })

  test('last use is noted once an hour', async () => {
    const token = await signIn('use@example.com')
    const at = app.clock.now
    app.clock.now += HOUR
    expect((await list(token))[0]!.lastUsedAt).toBe(new Date(at).toISOString())
    app.clock.now += 1
    expect((await list(token))[0]!.lastUsedAt).toBe(new Date(app.clock.now).toISOString())
  })

  test('one can be signed out, another host’s and unknown ones are not found', async () => {
    const mine = await signIn('mine@example.com')
    const other = await signIn('mine@example.com')
    const theirs = await signIn('theirs@example.com')
    const [foreign] = await list(theirs)
    for (const id of [foreign!.id, 'x', '00000000-0000-4000-8000-000000000000'])
      expect(await call(app.origin, 'endSession', { token: mine, params: { id } })).toMatchObject({
        status: 404,
        code: 'not_found',
      })
    const { id } = (await list(mine))[1]!
    app.clock.now += 1
    expect(await call(app.origin, 'endSession', { token: mine, params: { id } })).toMatchObject({
      data: null,
    })
    expect(await call(app.origin, 'getUser', { token: other })).toMatchObject({
      status: 403,
      error: 'Invalid token',
    })
    expect(await Promise.all([mine, theirs].map(isSignedIn))).toEqual([true, true])
    expect((await call(app.origin, 'endSession', { token: mine, params: { id } })).status).toBe(404)
    expect(await activity(mine)).toEqual([
      ['session_ended', { device: 'Chrome on macOS' }],
      ['signed_in', { device: 'Chrome on macOS' }],
      ['signed_in', { device: 'Chrome on macOS' }],
    ])
  })

  test('all others can be signed out, even twice at once', async () => {
    const mine = await signIn('all@example.com')
    const others = [await signIn('all@example.com'), await signIn('all@example.com')]
    const theirs = await signIn('all.theirs@example.com')
    app.clock.now += 1
    const end = () => ok(app.origin, 'endOtherSessions', { token: mine })
    const ended = (await Promise.all([end(), end()])).map((answer) => answer.ended)
    expect(ended.toSorted((a, b) => a - b)).toEqual([0, 2])
    expect(await Promise.all([mine, ...others, theirs].map(isSignedIn))).toEqual([true, false, false, true])
    expect((await activity(mine))[0]).toEqual(['other_sessions_ended', { count: 2 }])
  })

  test('end 180 days after the sign-in, however often they are used', async () => {
    const token = await signIn('old@example.com')
    for (let day = 0; day < 170; day += 10) {
      app.clock.now += 10 * DAY
      expect(await isSignedIn(token)).toBe(true)
    }
    app.clock.now += 10 * DAY - 1
    expect(await isSignedIn(token)).toBe(true)
    app.clock.now += 1
    expect(await isSignedIn(token)).toBe(false)
    app.clock.now += 1
    await removeExpiredSessions(app.deps)
    expect(await app.db.$count(sessions, lt(sessions.createdAt, app.clock.now))).toBe(0)
  })

  test('of one account are at most 50, and a new one ends the one unused for longest', async () => {
    const tokens = [await signIn('many@example.com'), await signIn('many@example.com')]
    const { id: hostId } = await ok(app.origin, 'getUser', { token: tokens[0]! })
    app.clock.now += 2 * HOUR
    // The older of the two is in use.
    await isSignedIn(tokens[0]!)
    const rows = Array.from({ length: 48 }, (_, index) => ({
      hostId,
      tokenHash: `hash${index}`,
      id: crypto.randomUUID(),
      createdAt: app.clock.now,
      lastUsedAt: app.clock.now,
      expiresAt: app.clock.now + DAY,
    }))
    await app.db.insert(sessions).values(rows)
    const latest = await signIn('many@example.com')
    expect(await Promise.all([...tokens, latest].map(isSignedIn))).toEqual([true, false, true])
    expect(await app.db.$count(sessions, eq(sessions.hostId, hostId))).toBe(50)
  })

  test('need a session', async () => {
    for (const name of ['listSessions', 'endOtherSessions', 'listActivity'] as const)
      expect((await call(app.origin, name)).status).toBe(401)
    expect((await call(app.origin, 'endSession', { params: { id: 'x' } })).status).toBe(401)
  })
})

test.each<[string, string | undefined, string | null]>([
  ['Chrome', CHROME, 'Chrome on macOS'],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'a phone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['a program', 'node', null],
  ['an empty header', '', null],
  ['no header', undefined, null],
  ['an endless header', `${'x'.repeat(5000)} (Windows NT 10.0)`, null],
])('recognizes %s', (_, userAgent, device) => expect(deviceOf(userAgent)).toBe(device))

test('a made-up device is short and on one line', () => {
  const device = deviceOf(`${'x'.repeat(300)}/1.0 (Windows NT 10.0)\n`) ?? ''
  expect(device.length).toBeLessThanOrEqual(80)
  expect(device).not.toContain('\n')
})
