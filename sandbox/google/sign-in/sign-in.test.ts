import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  calendarClient,
  CALLBACK,
  discover,
  postConsent,
  refusal,
  SCOPE,
  signIn,
  startSandbox,
} from '../test-client.ts'
import type { RunningSandbox } from '../test-client.ts'

const GRANTED = [
  'openid',
  'https://www.googleapis.com/auth/userinfo.email',
  'https://www.googleapis.com/auth/userinfo.profile',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
  'https://www.googleapis.com/auth/calendar.events',
].join(' ')

let sandbox: RunningSandbox
let clock = Date.now()
beforeAll(async () => {
  sandbox = await startSandbox({ now: () => clock })
})
afterAll(() => sandbox.app.close())

function authorizationAddress(params: Record<string, string> = {}): URL {
  const address = new URL(`${sandbox.issuer}/o/oauth2/v2/auth`)
  const asked = {
    client_id: 'boomtime-sandbox',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: SCOPE,
    access_type: 'offline',
    ...params,
  }
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  return address
}

async function exchange(code: string, extra: Record<string, string> = {}): Promise<Response> {
  return fetch(`${sandbox.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      client_id: 'boomtime-sandbox',
      client_secret: 'boomtime-sandbox',
      ...extra,
    }),
  })
}

async function codeFor(params: Record<string, string>, email: string): Promise<string> {
  const answer = await postConsent(authorizationAddress(params), { email })
  return new URL(answer.headers.get('location')!).searchParams.get('code')!
}

async function errorOf(answer: Promise<Response>): Promise<string> {
  const body: { error: string } = await (await answer).json()
  return body.error
}

async function getsRefreshToken(params: Record<string, string>): Promise<boolean> {
  const answer = await exchange(await codeFor(params, 'di@example.com'))
  const body: { refresh_token?: string } = await answer.json()
  return body.refresh_token !== undefined
}

describe('signing in', () => {
  it('gives an official client tokens, a verified ID token and userinfo', async () => {
    const { config, tokens } = await signIn(sandbox, {
      email: 'Ada@Example.com',
      name: 'Ada Byron King',
    })
    expect(tokens.scope).toBe(GRANTED)
    expect(tokens.expires_in).toBe(3600)
    expect(tokens.refresh_token).toMatch(/^1\/\//)
    const jwks = createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri!))
    const { payload } = await jwtVerify(tokens.id_token!, jwks, {
      issuer: sandbox.issuer,
      audience: 'boomtime-sandbox',
    })
    expect(payload).toMatchObject({
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada Byron King',
      given_name: 'Ada',
      family_name: 'Byron King',
    })
    expect(payload.sub).toMatch(/^\d{21}$/)
    const info = await openid.fetchUserInfo(config, tokens.access_token, payload.sub!)
    expect(info).toMatchObject({ email: 'ada@example.com', picture: payload.picture })
    const picture = await fetch(String(payload.picture))
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await picture.arrayBuffer()).toString('latin1')).toMatch(/^\x89PNG\r\n.*IEND.{4}$/s)
  })

  it('uses one stable sub per address', async () => {
    const subs = await Promise.all(
      ['bo@example.com', 'BO@example.com', 'bob@example.com'].map(async (email) => {
        const { tokens } = await signIn(sandbox, { email })
        return decodeJwt(tokens.id_token!).sub
      }),
    )
    expect(subs[1]).toBe(subs[0])
    expect(subs[2]).not.toBe(subs[0])
  })

  it('refreshes tokens until they are revoked', async () => {
    const { config, tokens } = await signIn(sandbox, { email: 'cy@example.com' })
    const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token!)
    expect(fresh.access_token).not.toBe(tokens.access_token)
    expect(fresh.scope).toBe(GRANTED)
    await calendarClient(sandbox.origin, fresh.access_token).calendarList.list()
    await openid.tokenRevocation(config, tokens.refresh_token!)
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    const call = calendarClient(sandbox.origin, fresh.access_token).calendarList.list()
    expect(await refusal(call)).toEqual({ status: 401, reason: 'authError' })
  })

  it('returns a refresh token only the first time, unless the client prompts for consent', async () => {
    expect(await getsRefreshToken({})).toBe(true)
    expect(await getsRefreshToken({})).toBe(false)
    expect(await getsRefreshToken({ prompt: 'consent' })).toBe(true)
    expect(await getsRefreshToken({ prompt: 'consent', access_type: 'online' })).toBe(false)
  })

  it('accepts a code once, in time, with the right verifier, address and secret', async () => {
    const challenge = await openid.calculatePKCECodeChallenge('right'.repeat(10))
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }

    const code = await codeFor({}, 'ed@example.com')
    expect((await exchange(code)).status).toBe(200)
    expect(await errorOf(exchange(code))).toBe('invalid_grant')

    const wrong = await codeFor(pkce, 'ed@example.com')
    expect(await errorOf(exchange(wrong, { code_verifier: 'wrong'.repeat(10) }))).toBe('invalid_grant')
    const right = await codeFor(pkce, 'ed@example.com')
    expect((await exchange(right, { code_verifier: 'right'.repeat(10) })).status).toBe(200)

    const elsewhere = await codeFor({}, 'ed@example.com')
    expect(await errorOf(exchange(elsewhere, { redirect_uri: `${CALLBACK}/x` }))).toBe(
      'redirect_uri_mismatch',
    )
    const secret = exchange(await codeFor({}, 'ed@example.com'), { client_secret: 'guess' })
    expect(await errorOf(secret)).toBe('invalid_client')

    const late = await codeFor({}, 'ed@example.com')
    clock += 301_000
    expect(await errorOf(exchange(late))).toBe('invalid_grant')
  })

  it('expires an access token after an hour', async () => {
    const { tokens } = await signIn(sandbox, { email: 'fay@example.com' })
    clock += 3_601_000
    const call = calendarClient(sandbox.origin, tokens.access_token).calendarList.list()
    expect(await refusal(call)).toEqual({ status: 401, reason: 'authError' })
    clock -= 3_601_000
  })
})

describe('the authorization page', () => {
  it('is a form that keeps the state unchanged', async () => {
    const state = 'a b&c=d"<é'
    const page = await fetch(authorizationAddress({ state, login_hint: 'x"><b>@example.com' }))
    const shown = await page.text()
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(shown).not.toContain('"><b>')
    const answer = await postConsent(authorizationAddress({ state }), { email: 'gus@example.com' })
    expect(answer.status).toBe(303)
    const back = new URL(answer.headers.get('location')!)
    expect(back.origin + back.pathname).toBe(CALLBACK)
    expect(back.searchParams.get('state')).toBe(state)
    expect(back.searchParams.has('iss')).toBe(false)
  })

  it('keeps the browser signed in, so that its person’s calendars are shown', async () => {
    const answer = await postConsent(authorizationAddress(), { email: 'Ann+1@example.com' })
    const [cookie, ...rules] = answer.headers.get('set-cookie')!.split('; ')
    expect(rules).toEqual(['Path=/sandbox/google', 'HttpOnly', 'SameSite=Lax'])
    const open = async (query: string, sent: string) =>
      (await fetch(`${sandbox.issuer}/ui${query}`, { headers: { cookie: sent } })).text()
    expect(await open('', `other=1; ${cookie}`)).toContain('ann+1@example.com</span>')
    expect(await open('?email=gus@example.com', cookie!)).toContain('gus@example.com</span>')
    for (const sent of ['other=1', 'sandbox_google_email=%', 'sandbox_google_email=nobody']) {
      expect(await open('', sent)).toContain('Whose calendars?')
    }
    expect(await open('?email=', cookie!)).toContain('Whose calendars?')
  })

  it('returns a denial to the app', async () => {
    const answer = await postConsent(authorizationAddress({ state: 's' }), { email: '', action: 'deny' })
    expect(answer.headers.get('location')).toBe(`${CALLBACK}?state=s&error=access_denied`)
  })

  it('asks again for an invalid address', async () => {
    const answer = await postConsent(authorizationAddress(), { email: 'nobody' })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('Enter an email address.')
  })

  it.each([
    ['another client', { client_id: 'other' }],
    ['an address elsewhere', { redirect_uri: 'http://example.com/cb' }],
    ['a look-alike address', { redirect_uri: 'http://localhost.example.com/cb' }],
    ['another response type', { response_type: 'token' }],
    ['no openid', { scope: 'email' }],
    ['a scope the sandbox lacks', { scope: 'openid https://www.googleapis.com/auth/drive' }],
  ])('shows an error page for %s', async (_name, params) => {
    const shown = await fetch(authorizationAddress(params))
    const posted = await postConsent(authorizationAddress(params), { email: 'hal@example.com' })
    expect([shown.status, posted.status]).toEqual([400, 400])
    expect(posted.headers.get('location')).toBeNull()
  })

  it.each(['http://127.0.0.1:1/cb', 'http://[::1]:81/cb', 'http://localhost/cb'])(
    'allows %s',
    async (redirect_uri) => {
      expect((await fetch(authorizationAddress({ redirect_uri }))).status).toBe(200)
    },
  )

  it('grants the checked scopes', async () => {
    const { tokens } = await signIn(sandbox, [
      ['email', 'ida@example.com'],
      ['granular', '1'],
      ['scope', 'https://www.googleapis.com/auth/calendar.calendarlist.readonly'],
    ])
    expect(tokens.scope).not.toContain('calendar.events')
    const client = calendarClient(sandbox.origin, tokens.access_token)
    expect((await client.calendarList.list()).data.items).toHaveLength(2)
    const call = client.events.list({ calendarId: 'primary' })
    expect(await refusal(call)).toEqual({ status: 403, reason: 'insufficientPermissions' })
    await expect(client.events.list({ calendarId: 'primary' })).rejects.toMatchObject({
      response: { data: { error: { details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] } } },
    })
  })
})

it('rejects a client with a wrong secret', async () => {
  const config = await discover(sandbox, 'wrong')
  await expect(openid.refreshTokenGrant(config, 'x')).rejects.toMatchObject({ error: 'invalid_client' })
})
