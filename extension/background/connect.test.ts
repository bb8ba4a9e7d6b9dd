import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scopes } from '../../contract/scopes.ts'
import { fakeBrowser } from '../../testing/fake-browser.ts'
import { connect, disconnect, followTab } from './connect.ts'

const ORIGIN = 'https://meet.example.com'
const TOKEN = 'boomtime_ext_secret'

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
  posted: { url: string; form: URLSearchParams }[]
}

beforeEach(() => {
  browser = fakeBrowser()
  server = { metadata, tokenStatus: 200, posted: [] }
  vi.stubGlobal('chrome', browser.chrome)
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const url = String(input)
    if (url === `${ORIGIN}/.well-known/oauth-authorization-server`) return Response.json(server.metadata)
    server.posted.push({ url, form: new URLSearchParams(String(init.body as URLSearchParams)) })
    if (url === metadata.revocation_endpoint) return new Response(null, { status: 200 })
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

test('disconnecting revokes the token and forgets everything, even if the server is unreachable', async () => {
  for (const isReachable of [true, false]) {
    await connect(ORIGIN)
    await followTab(
      browser.opened.length,
      answerUrl({ state: new URL(browser.opened.at(-1)!.url).searchParams.get('state')! }),
    )
    server.posted = []
    if (!isReachable) vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    await disconnect()
    expect(server.posted.map(({ url, form }) => [url, form.get('token')])).toEqual(
      isReachable ? [[metadata.revocation_endpoint, TOKEN]] : [],
    )
    expect(await browser.chrome.storage.local.get()).toEqual({})
    expect(await browser.chrome.storage.session.get()).toEqual({})
  }
  expect(browser.removedPermissions).toEqual(['https://meet.example.com/*', 'https://meet.example.com/*'])
})
