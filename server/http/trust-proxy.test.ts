import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASE_PATH, CLIENT_HEADER, routes } from '../../contract/api/routes.ts'
import { missing, type Proxy, startBalancer, startProxy } from '../../testing/server/proxies.ts'
import { rawGet } from '../../testing/server/raw-request.ts'
import { startTestApp, type TestApp } from '../../testing/server/test-app.ts'
import { asFastifyOption, dropForwardedPorts, warnAboutUntrustedProxy } from './trust-proxy.ts'

const client = { [CLIENT_HEADER.name]: CLIENT_HEADER.value }
const ADDRESS_PATH = BASE_PATH + routes.getClientAddress.path
const PUBLIC_URL = 'https://meet.example.com'

/** The client's address as the server sees it. */
async function addressSeen(origin: string, headers: Record<string, string>): Promise<string> {
  const { text } = await rawGet(origin + ADDRESS_PATH, { ...client, ...headers })
  return (JSON.parse(text) as { data: { ip: string } }).data.ip
}

describe('X-Forwarded-For', () => {
  const forwarded = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7, 10.0.0.9' }
  test.each([
    [false, '127.0.0.1'],
    [1, '10.0.0.9'],
    [2, '203.0.113.7'],
    [9, '198.51.100.1'],
    [['127.0.0.1'], '10.0.0.9'],
    [['127.0.0.0/8', '10.0.0.0/8'], '203.0.113.7'],
    [['192.0.2.1'], '127.0.0.1'],
  ] as const)('with TRUST_PROXY=%j, the client is %s', async (trustProxy, address) => {
    const trusted = typeof trustProxy === 'object' ? [...trustProxy] : trustProxy
    const app = Fastify({ trustProxy: asFastifyOption(trusted) })
    app.get('/', (request) => request.ip)
    const answer = await app.inject({ url: '/', headers: forwarded, remoteAddress: '127.0.0.1' })
    expect(answer.body).toBe(address)
  })
})

test.each([
  ['203.0.113.7:51234', '203.0.113.7'],
  ['203.0.113.7', '203.0.113.7'],
  ['198.51.100.1, [2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1:443', '2001:db8::1:443'],
  ['203.0.113.7, 10.0.0.5:4321', '203.0.113.7'],
])('the client that a proxy calls %s is %s', async (forwarded, address) => {
  const app = Fastify({ trustProxy: asFastifyOption(['127.0.0.1', '10.0.0.0/8']) })
  dropForwardedPorts(app)
  app.get('/', (request) => request.ip)
  const headers = { 'x-forwarded-for': forwarded }
  expect((await app.inject({ url: '/', headers, remoteAddress: '127.0.0.1' })).body).toBe(address)
})

test('the API tells clients apart by their addresses alone', async () => {
  const app = await startTestApp({ trustProxy: 1 })
  try {
    const seen = ['203.0.113.7:51234', '203.0.113.7:51235'].map((address) =>
      addressSeen(app.origin, { 'x-forwarded-for': address }),
    )
    expect(await Promise.all(seen)).toEqual(['203.0.113.7', '203.0.113.7'])
  } finally {
    await app.close()
  }
})

test.each([
  [false, 1],
  [1, 0],
] as const)('with TRUST_PROXY=%j, a proxy in front is warned about %i times', async (trusted, times) => {
  const lines: string[] = []
  const app = Fastify({ logger: { stream: { write: (line) => void lines.push(line) } } })
  warnAboutUntrustedProxy(app, trusted)
  app.get('/', () => '')
  await app.inject({ url: '/' })
  for (let calls = 0; calls < 2; calls++)
    await app.inject({ url: '/', headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(lines.filter((line) => line.includes('set TRUST_PROXY'))).toHaveLength(times)
})

describe.each(['nginx', 'caddy'] as const)('%s with our example configuration', (program) => {
  let app: TestApp
  let proxy: Proxy
  let end = () => {}
  beforeAll(async () => {
    if (missing[program]) return
    app = await startTestApp({ trustProxy: 1, publicUrl: PUBLIC_URL })
    const started = await startProxy(program, new URL(app.origin).port)
    proxy = started.proxy
    end = started.end
  })
  afterAll(async () => {
    end()
    await app?.close()
  })
  const host = { host: 'meet.example.com' }

  test.skipIf(missing[program])('serves pages over https and redirects http', async () => {
    const page = await rawGet(`${proxy.https}/`, host)
    expect([page.status, page.text.includes('<html')]).toEqual([200, true])
    const redirect = await rawGet(`${proxy.http}/pricing`, host)
    expect([301, 308]).toContain(redirect.status)
    expect(redirect.headers.location).toMatch(/^https:\/\/meet\.example\.com(:\d+)?\/pricing$/)
  })

  test.skipIf(missing[program])("passes on the client's address, whatever the client claims", async () => {
    expect(await addressSeen(proxy.https, host)).toBe('127.0.0.1')
    const spoofed = { ...host, 'x-forwarded-for': '198.51.100.1', forwarded: 'for=198.51.100.1' }
    expect(await addressSeen(proxy.https, spoofed)).toBe('127.0.0.1')
    const twice = { ...host, 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }
    expect(await addressSeen(proxy.https, twice)).toBe('127.0.0.1')
  })

  test.skipIf(missing[program])('ignores a forwarded host name', async () => {
    const page = await rawGet(`${proxy.https}/`, { ...host, 'x-forwarded-host': 'evil.example' })
    expect(page.status).toBe(200)
    const foreign = await rawGet(app.origin, { host: 'evil.example', 'x-forwarded-host': 'meet.example.com' })
    expect([foreign.status, JSON.parse(foreign.text)]).toMatchObject([400, { code: 'unknown_host' }])
  })

  test.skipIf(missing[program])('writes no path of a confirmation page into a log', async () => {
    const id = 'x'.repeat(22)
    await rawGet(`${proxy.https}/booking-confirmation/${id}`, host)
    await app.stop()
    const unreachable = await rawGet(`${proxy.https}/booking-confirmation/${id}`, host)
    expect(unreachable.status).toBe(502)
    expect(proxy.logs()).not.toContain(id)
  })
})

describe.skipIf(missing.nginx)('nginx between an HTTPS proxy and two containers', () => {
  const host = { host: 'meet.example.com' }

  test("passes on the client's address, and requests to the container that is left", async () => {
    const options = { trustProxy: 2, publicUrl: PUBLIC_URL }
    const apps = await Promise.all([startTestApp(options), startTestApp(options)])
    const balancer = await startBalancer(apps.map(({ origin }) => new URL(origin).port))
    try {
      const forwarded = { ...host, 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }
      for (const _ of apps) expect(await addressSeen(balancer.origin, forwarded)).toBe('203.0.113.7')
      await apps[0].stop()
      for (const _ of apps) expect(await addressSeen(balancer.origin, forwarded)).toBe('203.0.113.7')
    } finally {
      balancer.end()
      await Promise.all(apps.map((app) => app.close()))
    }
  })
})
