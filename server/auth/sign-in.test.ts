import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '../../availability/units.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, consent, ok, signIn } from '../../testing/server/test-app.ts'
import { sessions } from '../db/tables/sessions.ts'
import { calendarConnections } from '../db/tables/calendars.ts'
import { hosts } from '../db/tables/hosts.ts'

describe('sign-in', () => {
  const app = setUpApp()

  const begin = async (email: string, form: Record<string, string> = {}) => {
    const { stateToken, authorizationUrl } = await ok(app.origin, 'getStateToken')
    const callback = await consent(authorizationUrl, { email, ...form })
    return { stateToken, callback, code: callback.searchParams.get('code') }
  }
  const finish = (code: unknown, stateToken: unknown) =>
    call(app.origin, 'signIn', { body: { code, stateToken } })

  test('requests only the scopes that the product needs', async () => {
    const { authorizationUrl, stateToken } = await ok(app.origin, 'getStateToken')
    const query = new URL(authorizationUrl).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      access_type: 'offline',
      state: stateToken,
      code_challenge_method: 'S256',
      redirect_uri: `${app.origin}/auth/callback`,
    })
    expect(query.get('nonce')).toBeTruthy()
    expect(query.get('prompt')).toBe('consent')
    expect(query.get('scope')?.split(' ').toSorted()).toEqual([
      'email',
      'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
      'https://www.googleapis.com/auth/calendar.events',
      'openid',
      'profile',
    ])
  })

  test('a host whose first sign-in was interrupted has a calendar after the second', async () => {
    await begin('again@example.com')
    const { user } = await signIn(app.origin, 'again@example.com')
    expect(user.calendarConnection).toBe('connected')
  })

  test('tells a host without a calendar from one whose calendar was lost', async () => {
    const { sessionToken: token, user } = await signIn(app.origin, 'never@example.com')
    const isTheirs = eq(calendarConnections.hostId, user.id)
    await app.db.update(calendarConnections).set({ brokenAt: app.clock.now }).where(isTheirs)
    expect(await ok(app.origin, 'getUser', { token })).toMatchObject({ calendarConnection: 'broken' })
    await app.db.delete(calendarConnections).where(isTheirs)
    expect(await ok(app.origin, 'getUser', { token })).toMatchObject({ calendarConnection: 'not_connected' })
    const { user: connected } = await signIn(app.origin, 'never@example.com')
    expect(connected.calendarConnection).toBe('connected')
  })

  test('creates one account per Google subject, regardless of name and email', async () => {
    const first = await signIn(app.origin, 'grace@example.com', { name: 'Grace Hopper' })
    expect(first.user).toMatchObject({ name: 'Grace Hopper', first_name: 'Grace', last_name: 'Hopper' })
    const second = await signIn(app.origin, 'grace@example.com', { name: 'Grace M. Hopper' })
    expect(second.user.id).toBe(first.user.id)
    expect(second.user.name).toBe('Grace M. Hopper')
    // A different person with the same address.
    await app.db.update(hosts).set({ googleSub: 'another' }).where(eq(hosts.id, first.user.id))
    const stranger = await signIn(app.origin, 'grace@example.com')
    expect(stranger.user.id).not.toBe(first.user.id)
  })

  test('a name is one line that cannot disguise itself as other text', async () => {
    const name = 'Ada\n\nYour account\u202e is closed'
    const { user } = await signIn(app.origin, 'lines@example.com', { name })
    expect(user.name).toBe('Ada  Your account  is closed')
  })

  test('accepts a state only once, within ten minutes', async () => {
    const expired = {
      status: 400,
      error: 'This Google sign-in expired or was already used. Please try again.',
    }
    const { code, stateToken } = await begin('once@example.com')
    const [one, two] = await Promise.all([finish(code, stateToken), finish(code, stateToken)])
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await finish(code, stateToken)).toMatchObject(expired)
    expect(await finish(code, 'made up')).toMatchObject(expired)

    const late = await begin('late@example.com')
    app.clock.now += 10 * MINUTE
    expect(await finish(late.code, late.stateToken)).toMatchObject({
      status: 400,
      code: 'invalid_state_token',
    })
  })

  test('accepts a code only for its own attempt', async () => {
    const mine = await begin('mine@example.com')
    const theirs = await begin('theirs@example.com')
    expect(await finish(theirs.code, mine.stateToken)).toMatchObject({ status: 400, code: 'sign_in_refused' })
  })

  test("returns Google's reason for a refusal", async () => {
    const { callback } = await begin('no@example.com', { action: 'deny' })
    expect(callback.searchParams.get('error')).toBe('access_denied')
    const { stateToken } = await ok(app.origin, 'getStateToken')
    const reply = await finish('no such code', stateToken)
    expect(reply).toMatchObject({ status: 400, code: 'sign_in_refused' })
    expect(reply.success ? '' : reply.error).toMatch(/^Google refused the sign-in: ./)
  })

  test('names missing values in the body', async () => {
    expect(await call(app.origin, 'signIn', { body: { code: 'x' } })).toMatchObject({
      status: 400,
      error: 'Missing OAuth State Token',
      fields: { stateToken: 'Missing OAuth State Token' },
    })
    expect(await call(app.origin, 'signIn', { body: { stateToken: 'x' } })).toMatchObject({ status: 400 })
  })

  test('returns 401 without a token, 403 with a wrong one, and 403 after logout', async () => {
    expect(await call(app.origin, 'getUser')).toMatchObject({ status: 401, error: 'Authentication required' })
    expect(await call(app.origin, 'getUser', { token: 'made-up' })).toMatchObject({
      status: 403,
      error: 'Invalid token',
    })
    expect(await call(app.origin, 'getUser', { headers: { authorization: 'Basic eDp5' } })).toMatchObject({
      status: 403,
    })
    const { sessionToken: token } = await signIn(app.origin, 'out@example.com')
    const other = await signIn(app.origin, 'out@example.com')
    expect(await call(app.origin, 'getUser', { token })).toMatchObject({ status: 200 })
    expect(await call(app.origin, 'logout', { token })).toMatchObject({ status: 200, success: true })
    expect(await call(app.origin, 'getUser', { token })).toMatchObject({
      status: 403,
      error: 'Invalid token',
    })
    expect(await call(app.origin, 'getUser', { token: other.sessionToken })).toMatchObject({ status: 200 })
  })

  test('a session lasts thirty days from its last use', async () => {
    const { sessionToken: token } = await signIn(app.origin, 'slow@example.com')
    app.clock.now += 29 * DAY
    expect((await call(app.origin, 'getUser', { token })).status).toBe(200)
    app.clock.now += 29 * DAY
    expect((await call(app.origin, 'getUser', { token })).status).toBe(200)
    app.clock.now += 30 * DAY
    expect((await call(app.origin, 'getUser', { token })).status).toBe(403)
  })

  test('the database contains no readable session or refresh token', async () => {
    const { sessionToken, user } = await signIn(app.origin, 'secret@example.com')
    const stored = JSON.stringify(await app.db.select().from(sessions))
    expect(stored).not.toContain(sessionToken)
    const [connection] = await app.db
      .select()
      .from(calendarConnections)
      .where(eq(calendarConnections.hostId, user.id))
    expect(Buffer.from(connection!.credential, 'base64').toString('latin1')).not.toMatch(/1\/\//)
    expect(connection!.keyId).toHaveLength(12)
  })

  test('without the calendar boxes the host is signed in and sees what is missing', async () => {
    const { user } = await signIn(app.origin, 'half@example.com', { granular: '1' })
    expect(user.calendarConnection).toBe('missing_scopes')
    const again = await signIn(app.origin, 'half@example.com')
    expect(again.user.calendarConnection).toBe('connected')
  })
})
