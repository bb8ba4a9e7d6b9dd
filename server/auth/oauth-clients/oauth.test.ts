import { createHash, randomBytes } from 'node:crypto'
import { allowInsecureRequests, discovery, None, authorizationCodeGrant } from 'openid-client'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../../availability/units.ts'
import { extensionClient, extensionRedirectUri, oauthPaths } from '../../../contract/account/oauth.ts'
import { type Scope, scopes } from '../../../contract/scopes.ts'
import { bookWithPrivateField, SECRET } from '../../../testing/bookings/private-booking.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../../testing/server/test-app.ts'
import { authorizationCodes, accessTokens } from '../../db/tables/access-tokens.ts'
import { removeExpiredSessions } from '../remove-expired-sessions.ts'
import { MAX_TOKENS } from './access-token.ts'
import type { TokenResponse } from './exchange-code.ts'

const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

describe('OAuth', () => {
  const app = setUpApp()

  const requestFor = (verifier: string, allowed: readonly Scope[] = scopes) => ({
    response_type: 'code',
    client_id: extensionClient.id,
    redirect_uri: extensionRedirectUri(app.origin),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state of the extension',
    scope: allowed.join(' '),
  })

  /** The code that a client gets once the host has approved. */
  async function approve(session: string, verifier: string, allowed?: readonly Scope[]): Promise<string> {
    const { redirectUrl } = await ok(app.origin, 'authorizeClient', {
      token: session,
      body: requestFor(verifier, allowed),
    })
    return new URL(redirectUrl).searchParams.get('code')!
  }

  async function post(
    path: string,
    form: Record<string, string> | string,
  ): Promise<{ status: number; body: Partial<TokenResponse & { error: string }> }> {
    const body = typeof form === 'string' ? form : new URLSearchParams(form).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': CHROME }
    const response = await fetch(app.origin + path, { method: 'POST', headers, body })
    expect(response.headers.get('cache-control')).toBe('no-store')
    return { status: response.status, body: (await response.json()) as Partial<TokenResponse> }
  }

  const formFor = (code: string, verifier: string) => ({
    grant_type: 'authorization_code',
    client_id: extensionClient.id,
    redirect_uri: extensionRedirectUri(app.origin),
    code,
    code_verifier: verifier,
  })
  const newVerifier = () => randomBytes(32).toString('base64url')

  async function connect(session: string, allowed?: readonly Scope[]): Promise<string> {
    const verifier = newVerifier()
    const answer = await post(oauthPaths.token, formFor(await approve(session, verifier, allowed), verifier))
    expect(answer).toMatchObject({ status: 200 })
    return answer.body.access_token!
  }
  const newHost = async (name: string) => (await signIn(app.origin, `${name}@example.com`)).sessionToken
  const canAct = async (token: string) => (await call(app.origin, 'listBookings', { token })).status === 200

  test('connects a standard client that knows nothing but the address', async () => {
    const session = await newHost('standard')
    const config = await discovery(new URL(app.origin), extensionClient.id, undefined, None(), {
      algorithm: 'oauth2',
      execute: [allowInsecureRequests],
    })
    const server = config.serverMetadata()
    expect(server).toMatchObject({
      issuer: app.origin,
      authorization_endpoint: `${app.origin}/oauth/authorize`,
      scopes_supported: [...scopes],
      code_challenge_methods_supported: ['S256'],
    })
    const verifier = newVerifier()
    const body = requestFor(verifier)
    const { redirectUrl } = await ok(app.origin, 'authorizeClient', { token: session, body })
    const answer = await authorizationCodeGrant(config, new URL(redirectUrl), {
      pkceCodeVerifier: verifier,
      expectedState: body.state,
    })
    expect(answer).toMatchObject({ token_type: 'bearer', expires_in: 90 * 86_400, scope: scopes.join(' ') })
    expect(answer.access_token).toMatch(/^boomtime_ext_[\w-]{43}$/)
    expect(await canAct(answer.access_token)).toBe(true)
  })

  test('approves only complete requests of the extension, to our own page', async () => {
    const session = await newHost('incomplete')
    const request = requestFor(newVerifier())
    const wrong: Record<string, string>[] = [
      { client_id: 'somebody-else' },
      { redirect_uri: 'https://attacker.example/extension/connected' },
      { redirect_uri: `${request.redirect_uri}/` },
      { response_type: 'token' },
      { code_challenge_method: 'plain' },
      { code_challenge: 'short' },
      { state: '' },
      { scope: '' },
      { scope: 'bookings:read account:delete' },
    ]
    for (const part of wrong) {
      const answer = await call(app.origin, 'authorizeClient', {
        token: session,
        body: { ...request, ...part },
      })
      expect([part, answer]).toMatchObject([
        part,
        { status: 400, code: 'validation_failed', error: expect.stringMatching(/^This link /) },
      ])
    }
    expect((await call(app.origin, 'authorizeClient', { body: request })).status).toBe(401)
  })

  test('refuses a code with another verifier, redirect or client, and one that is too old', async () => {
    const session = await newHost('wrong')
    const verifier = newVerifier()
    const code = await approve(session, verifier)
    const form = formFor(code, verifier)
    const refused: [Record<string, string>, string][] = [
      [{ code_verifier: newVerifier() }, 'invalid_grant'],
      [{ redirect_uri: 'https://attacker.example/' }, 'invalid_grant'],
      [{ code: 'made-up' }, 'invalid_grant'],
      [{ client_id: 'somebody-else' }, 'invalid_client'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
      [{ code_verifier: '' }, 'invalid_request'],
      [{ code_verifier: 'too short' }, 'invalid_request'],
    ]
    for (const [part, error] of refused)
      expect([part, await post(oauthPaths.token, { ...form, ...part })]).toEqual([
        part,
        { status: 400, body: { error, error_description: expect.any(String) } },
      ])
    const twice = `${new URLSearchParams(form)}&code=${code}`
    expect((await post(oauthPaths.token, twice)).body.error).toBe('invalid_request')
    const at = app.clock.now
    app.clock.now += 60_000
    expect((await post(oauthPaths.token, form)).body.error).toBe('invalid_grant')
    app.clock.now = at + 59_999
    expect((await post(oauthPaths.token, form)).status).toBe(200)
  })

  test('a code that is used twice ends its token, also at the same time', async () => {
    const session = await newHost('twice')
    const verifier = newVerifier()
    const code = await approve(session, verifier)
    const exchange = () => post(oauthPaths.token, formFor(code, verifier))
    const answers = await Promise.all([exchange(), exchange(), exchange()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    expect(await ok(app.origin, 'listTokens', { token: session })).toEqual([])
    const { access_token: token } = answers.find(({ status }) => status === 200)!.body
    expect(await canAct(token!)).toBe(false)
  })

  test('a token may do what its host allowed, and nothing else', async () => {
    const session = await newHost('scopes')
    const event = await ok(app.origin, 'createEvent', { token: session, body: { title: 'Talk' } })
    const token = await connect(session, ['events:read'])
    expect((await ok(app.origin, 'getEvent', { token, params: { id: event.id } })).title).toBe('Talk')
    const refusal = { status: 403, code: 'forbidden', error: 'This token doesn’t allow that.' }
    expect(await call(app.origin, 'listBookings', { token })).toMatchObject(refusal)
    expect(await call(app.origin, 'createEvent', { token, body: { title: 'No' } })).toMatchObject(refusal)
    const all = await connect(session)
    for (const name of ['listSessions', 'listTokens', 'exportAccount', 'endOtherSessions', 'logout'] as const)
      expect([name, await call(app.origin, name, { token: all })]).toMatchObject([name, refusal])
    const body = requestFor(newVerifier())
    expect(await call(app.origin, 'authorizeClient', { token: all, body })).toMatchObject(refusal)
  })

  test('private notes take a scope of their own to read, and another one to fill in', async () => {
    const session = await newHost('notes')
    const booking = await bookWithPrivateField(app.origin, session, '2027-01-05T15:00:00.000Z')
    const read = async (token: string) =>
      JSON.stringify(await ok(app.origin, 'getBooking', { token, params: { id: booking.id } }))
    const reader = await connect(session, ['bookings:read'])
    expect(await read(reader)).toContain('Shown answer')
    expect(await read(reader)).not.toContain('Hidden')
    expect(await read(await connect(session, ['bookings:read', 'private-fields:read']))).toContain(
      'Hidden score',
    )
    expect((await booking.fill(reader)).status).toBe(403)
    // The answer is the whole booking.
    expect((await booking.fill(await connect(session, ['private-fields:write']))).status).toBe(403)
    const filled = await booking.fill(await connect(session, ['bookings:read', 'private-fields:write']))
    expect(filled.status).toBe(200)
    for (const secret of booking.secrets) expect(JSON.stringify(filled)).not.toContain(secret)
    expect(await read(session)).toContain(SECRET)
    const event = async (allowed: Scope[]) =>
      JSON.stringify(
        await ok(app.origin, 'getEvent', {
          token: await connect(session, allowed),
          params: { id: booking.event.id },
        }),
      )
    expect(await event(['events:read'])).not.toContain('Hidden')
    expect(await event(['events:read', 'private-fields:read'])).toContain('Hidden score')
  })

  test('the host sees tokens without a secret, and ends one for good', async () => {
    const session = await newHost('list')
    const token = await connect(session)
    const other = await connect(session)
    const stranger = await newHost('stranger')
    app.clock.now += 2 * HOUR
    expect(await canAct(token)).toBe(true)
    const list = () => ok(app.origin, 'listTokens', { token: session })
    const listed = await list()
    expect(listed).toEqual([
      {
        id: expect.any(String),
        device: 'Chrome on macOS',
        scopes: [...scopes],
        connectedAt: new Date(app.clock.now - 2 * HOUR).toISOString(),
        lastUsedAt: new Date(app.clock.now).toISOString(),
      },
      expect.objectContaining({ lastUsedAt: new Date(app.clock.now - 2 * HOUR).toISOString() }),
    ])
    for (const { tokenHash } of await app.db.select().from(accessTokens))
      expect(JSON.stringify(listed)).not.toContain(tokenHash)
    const params = { id: listed[0]!.id }
    const end = (by: string) => call(app.origin, 'revokeToken', { token: by, params })
    expect(await end(stranger)).toMatchObject({ status: 404, code: 'not_found' })
    const both = await Promise.all([end(session), end(session)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await call(app.origin, 'listBookings', { token })).toMatchObject({
      status: 403,
      error: 'Invalid token',
    })
    expect(await canAct(other)).toBe(true)
    const { activities } = await ok(app.origin, 'listActivity', { token: session })
    expect(activities[0]).toMatchObject({
      kind: 'extension_disconnected',
      details: { device: 'Chrome on macOS' },
    })
  })

  test('the extension ends its own token; unknown ones are answered alike', async () => {
    const session = await newHost('disconnect')
    const token = await connect(session)
    for (const each of [token, token, 'boomtime_ext_unknown'])
      expect(await post(oauthPaths.revocation, { token: each })).toEqual({ status: 200, body: {} })
    expect(await canAct(token)).toBe(false)
    expect((await post(oauthPaths.revocation, {})).body.error).toBe('invalid_request')
    // A program can't end a session.
    expect((await post(oauthPaths.revocation, { token: session })).status).toBe(200)
    expect(await canAct(session)).toBe(true)
  })

  test('tokens end 90 days after their last use, and a year after they were issued', async () => {
    const session = await newHost('old')
    const unused = await connect(session)
    const used = await connect(session)
    const start = app.clock.now
    for (let day = 80; day < 365; day += 80) {
      app.clock.now = start + day * DAY
      expect(await canAct(used)).toBe(true)
    }
    expect(await canAct(unused)).toBe(false)
    app.clock.now = start + 365 * DAY
    expect(await canAct(used)).toBe(false)
    app.clock.now += 1
    await removeExpiredSessions(app.deps)
    expect(await app.db.$count(accessTokens)).toBe(0)
    expect(await app.db.$count(authorizationCodes)).toBe(0)
    app.clock.now = start
  })

  test('of one account are at most 20, and a new one ends the one unused for longest', async () => {
    const session = await newHost('many')
    const first = await connect(session)
    const second = await connect(session)
    app.clock.now += 2 * HOUR
    await canAct(first)
    for (let count = 2; count <= MAX_TOKENS; count++) await connect(session)
    expect(await ok(app.origin, 'listTokens', { token: session })).toHaveLength(MAX_TOKENS)
    expect([await canAct(first), await canAct(second)]).toEqual([true, false])
  })

  test('closing the account ends tokens, and codes that were approved before', async () => {
    const session = await newHost('closing')
    const token = await connect(session)
    const verifier = newVerifier()
    const code = await approve(session, verifier)
    await ok(app.origin, 'deleteAccount', { token: session, body: { confirmation: 'DELETE' } })
    expect(await canAct(token)).toBe(false)
    expect((await post(oauthPaths.token, formFor(code, verifier))).body.error).toBe('invalid_grant')
  })
})
