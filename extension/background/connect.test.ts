import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { scopes } from '../../contract/scopes.ts'
import { fakeBrowser } from '../../testing/browsers/fake-browser.ts'
import { connect, disconnect, followTab } from './connect.ts'

const ORIGIN = 'https://meet.example.com'
const TOKEN = 'boomtime_ext_secret'
const PERMISSION = 'https://meet.example.com/*'

const metadata = {
  issuer: ORIGIN,
  authorization_endpoint: `${ORIGIN}/oauth/authorize`,
  token_endpoint: `${ORIGIN}/oauth/token`,
  revocation_endpoint: `${ORIGIN}/oauth/revoke`,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
}

let browser: ReturnType<typeof fakeBrowser>
let server: {
  metadata: Record<string, unknown>
  tokenStatus: number
  revocationStatus: number
  posted: { url: string; form: URLSearchParams }[]
}

beforeEach(() => {
  browser = fakeBrowser()
  server = { metadata, tokenStatus: 200, revocationStatus: 200, posted: [] }
  vi.stubGlobal('chrome', browser.chrome)
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const url = String(input)
    if (url === `${ORIGIN}/.well-known/oauth-authorization-server`) return Response.json(server.metadata)
    server.posted.push({ url, form: new URLSearchParams(String(init.body as URLSearchParams)) })
    if (url === metadata.revocation_endpoint) return new Response(null, { status: server.revocationStatus })
    return server.tokenStatus === 200
      ? Response.json({
          access_token: TOKEN,
          token_type: 'Bearer',
          expires_in: 3600,
          scope: scopes.join(' '),
        })
      : Response.json({ error: 'invalid_grant' }, { status: server.tokenStatus })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const connection = async () => (await browser.chrome.storage.local.get())['connection']
const connectError = async () => (await browser.chrome.storage.session.get())['connectError']
const asked = () => new URL(browser.opened[0]!.url).searchParams
const answerUrl = (more: Record<string, string> = {}) =>
  `${ORIGIN}/extension/connected?${new URLSearchParams({
    code: 'the code',
    state: asked().get('state')!,
    iss: ORIGIN,
    ...more,
  }).toString()}`

test('asks for every scope in a tab, with PKCE', async () => {
  await connect(ORIGIN)
  const [tab] = browser.opened
  expect(tab!.url).toMatch(/^https:\/\/meet\.example\.com\/oauth\/authorize\?/)
  expect(Object.fromEntries(asked())).toEqual({
    response_type: 'code',
    client_id: 'boomtime-extension',
    redirect_uri: `${ORIGIN}/extension/connected`,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{20,}$/) as string,
    scope: scopes.join(' '),
  })
})

test('exchanges the code of its own tab, and shows the token to the page there', async () => {
  await connect(ORIGIN)
  const [challenge, url] = [asked().get('code_challenge'), answerUrl()]
  await followTab(2, url)
  await followTab(1, `${ORIGIN}/dashboard`)
  expect(server.posted).toEqual([])
  // Browsers report the same URL twice.
  await Promise.all([followTab(1, url), followTab(1, url)])
  await followTab(1, url)
  expect(server.posted).toHaveLength(1)
  const { code_verifier: verifier, ...form } = Object.fromEntries(server.posted[0]!.form)
  expect(form).toEqual({
    grant_type: 'authorization_code',
    client_id: 'boomtime-extension',
    code: 'the code',
    redirect_uri: `${ORIGIN}/extension/connected`,
  })
  expect(createHash('sha256').update(verifier!).digest('base64url')).toBe(challenge)
  expect(await connection()).toEqual({
    origin: ORIGIN,
    token: TOKEN,
    revocationEndpoint: metadata.revocation_endpoint,
  })
  expect(browser.scripts).toEqual([{ tabId: 1, args: [TOKEN] }])
})

test.each([
  ['another state', { state: 'other' }],
  ['another issuer', { iss: 'https://evil.example' }],
])('sends no code that comes with %s', async (_name, more) => {
  await connect(ORIGIN)
  await followTab(1, answerUrl(more))
  expect(server.posted).toEqual([])
  expect(await connection()).toBeUndefined()
  expect(await connectError()).toBe('We couldn’t finish connecting. Try again.')
})

test('says so if the host refuses, or the code is rejected', async () => {
  await connect(ORIGIN)
  await followTab(1, answerUrl({ error: 'access_denied' }))
  expect(await connectError()).toBe('You didn’t approve the connection, so nothing was connected.')
  await connect(ORIGIN)
  expect(await connectError()).toBeUndefined()
  server.tokenStatus = 400
  browser.opened.shift()
  await followTab(2, answerUrl())
  expect(await connectError()).toBe('We couldn’t finish connecting. Try again.')
  expect(await connection()).toBeUndefined()
})

test.each([
  ['has no endpoint', { revocation_endpoint: undefined }],
  ['has an endpoint elsewhere', { token_endpoint: 'https://evil.example/oauth/token' }],
  ['doesn’t know PKCE', { code_challenge_methods_supported: ['plain'] }],
])('opens no tab if the server %s', async (_name, more) => {
  server.metadata = JSON.parse(JSON.stringify({ ...metadata, ...more })) as Record<string, unknown>
  await expect(connect(ORIGIN)).rejects.toThrow(
    'The server at https://meet.example.com can’t connect extensions.',
  )
  expect(browser.opened).toEqual([])
})

test('leads to the page that asks for the permission if it was taken back', async () => {
  browser.host.isAllowed = false
  await connect(ORIGIN)
  expect(browser.opened.map(({ url }) => url)).toEqual(['options.html'])
})

test('opens no tab for an address that isn’t a Boomtime', async () => {
  server.metadata = { ...metadata, issuer: 'https://evil.example' }
  await expect(connect(ORIGIN)).rejects.toThrow('We couldn’t find Boomtime at https://meet.example.com.')
  await expect(connect('http://meet.example.com')).rejects.toThrow('This isn’t the address of a server.')
  expect(browser.opened).toEqual([])
})

/** Connects as far as the server lets it. */
async function approve(more: Record<string, string> = {}) {
  await connect(ORIGIN)
  const tab = browser.opened.at(-1)!
  await followTab(tab.id, answerUrl({ state: new URL(tab.url).searchParams.get('state')!, ...more }))
}

test.each([
  ['revokes its token', () => undefined, true, 1],
  ['says so if the server is unreachable', () => vi.stubGlobal('fetch', offline), false, 0],
  ['says so if the server fails', () => (server.revocationStatus = 503), false, 1],
])('disconnecting forgets everything, and %s', async (_name, prepare, isRevoked, revocations) => {
  await approve()
  server.posted = []
  prepare()
  expect(await disconnect()).toEqual({ isRevoked })
  expect(server.posted.map(({ url, form }) => [url, form.get('token')])).toEqual(
    Array.from({ length: revocations }, () => [metadata.revocation_endpoint, TOKEN]),
  )
  expect(await browser.chrome.storage.local.get()).toEqual({})
  expect(await browser.chrome.storage.session.get()).toEqual({})
  expect(browser.removedPermissions).toEqual([PERMISSION])
})

const offline = () => Promise.reject(new TypeError('offline'))

describe('connecting again', () => {
  const earlier = { origin: ORIGIN, token: 'earlier', revocationEndpoint: metadata.revocation_endpoint }
  const elsewhere = {
    origin: 'https://old.example.com',
    token: 'earlier',
    revocationEndpoint: 'https://old.example.com/oauth/revoke',
  }
  const store = (value: object) => browser.chrome.storage.local.set({ connection: value })
  const revoked = () =>
    server.posted.flatMap(({ url, form }) => (form.has('token') ? [[url, form.get('token')]] : []))

  test('revokes the earlier token, and keeps the permission of the same address', async () => {
    await store(earlier)
    await approve()
    expect(revoked()).toEqual([[metadata.revocation_endpoint, 'earlier']])
    expect(browser.removedPermissions).toEqual([])
    expect(await connection()).toMatchObject({ token: TOKEN })
  })

  test('to another address also returns the permission of the earlier one', async () => {
    await store(elsewhere)
    await approve()
    expect(revoked()).toEqual([[elsewhere.revocationEndpoint, 'earlier']])
    expect(browser.removedPermissions).toEqual(['https://old.example.com/*'])
    expect(await connection()).toMatchObject({ origin: ORIGIN, token: TOKEN })
  })

  test.each([
    ['is refused', () => approve({ error: 'access_denied' })],
    [
      'finds no server',
      () => {
        vi.stubGlobal('fetch', offline)
        return connect(ORIGIN).catch(() => undefined)
      },
    ],
  ])(
    'keeps the connection if it %s, and returns the permission of another address alone',
    async (_name, fail) => {
      await store(elsewhere)
      await fail()
      expect(browser.removedPermissions).toEqual([PERMISSION])
      expect(await connection()).toEqual(elsewhere)
      await store({ ...earlier, token: null })
      await fail()
      expect(browser.removedPermissions).toEqual([PERMISSION])
      expect(revoked()).toEqual([])
    },
  )

  test.each([
    ['connecting to another one', () => connect('https://other.example.com').catch(() => undefined)],
    ['disconnecting', () => disconnect()],
  ])('returns the permission of an address that was left unfinished: %s', async (_name, leave) => {
    await connect(ORIGIN)
    await leave()
    expect(browser.removedPermissions).toContain(PERMISSION)
  })
})
