import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { pipeline, Readable } from 'node:stream'
import zlib from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { CalendarError } from '../calendar-provider.ts'
import type { Lookup } from './connections.ts'
import { createOutgoingFetch, type OutgoingFetch, type OutgoingRequest } from './outgoing-fetch.ts'

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void

let answer: Answer
let seen: { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }[] = []
let origin = ''
/** The same server under another name. */
let otherOrigin = ''
let names: Record<string, string[]>
const servers: (http.Server | https.Server)[] = []

const lookup: Lookup = (hostname, _options, callback) => {
  const familyOf = (address: string) => (address.includes(':') ? 6 : 4)
  const addresses = (names[hostname] ?? []).map((address) => ({ address, family: familyOf(address) }))
  const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' })
  callback(addresses.length > 0 ? null : error, addresses)
}

const open = createOutgoingFetch({ allowedNetworks: ['127.0.0.0/8'], lookup })
const strict = createOutgoingFetch({ allowedNetworks: [], lookup })

async function listen(server: http.Server | https.Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

async function handle(request: http.IncomingMessage, response: http.ServerResponse) {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  seen.push({ method: request.method!, url: request.url!, headers: request.headers, body })
  answer(request, response)
}

beforeAll(async () => {
  const port = await listen(http.createServer((request, response) => void handle(request, response)))
  origin = `http://127.0.0.1:${port}`
  otherOrigin = `http://other.example:${port}`
})

beforeEach(() => {
  seen = []
  names = { 'other.example': ['127.0.0.1'], 'calendar.example': ['127.0.0.1'] }
  answer = (_request, response) => response.end('fine')
})

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** What a failing request reports, which must not repeat what it was about. */
async function failure(url: string, request?: OutgoingRequest, send: OutgoingFetch = open) {
  const error = await send(url, request).catch((caught: unknown) => caught)
  if (!(error instanceof CalendarError)) throw new Error('no CalendarError', { cause: error })
  expect(error.cause).toBeUndefined()
  expect(`${error.message} ${error.stack}`).not.toMatch(/\.example\b|127\.0\.0\.1|secret/)
  return `${error.reason}: ${error.trouble}`
}

const redirectTo =
  (location: string, status = 302): Answer =>
  (request, response) => {
    const isEnd = request.url === '/end'
    response.writeHead(isEnd ? 200 : status, isEnd ? {} : { location }).end('end')
  }

test('returns status, headers, text and address', async () => {
  answer = (_request, response) => response.writeHead(404, { 'Retry-After': '7' }).end('niçe')
  const { status, headers, text, url } = await open(`${origin}/a?b#c`, { headers: { 'X-Sent': 'yes' } })
  expect([status, headers.get('retry-after'), text(), url]).toEqual([404, '7', 'niçe', `${origin}/a?b`])
  expect(seen[0]).toMatchObject({ method: 'GET', url: '/a?b', headers: { 'x-sent': 'yes' } })
  expect(seen[0]!.headers['user-agent']).toMatch(/^Boomtime\/\d/)
})

test('reads other charsets', async () => {
  answer = (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/calendar; charset=ISO-8859-1' }).end(Buffer.from([0xe9]))
  expect((await open(origin)).text()).toBe('é')
})

test('sends the credentials of a URL as a header', async () => {
  await open(`${origin.replace('//', '//ann%40x:p%3Aw@')}/a`)
  expect(seen[0]!.headers.authorization).toBe(`Basic ${btoa('ann@x:p:w')}`)
})

test.each(['http://calendar.example/', 'ftp://calendar.example/', 'file:///etc/passwd', 'no address', ''])(
  'refuses %j, which isn’t https',
  async (url) => {
    names['calendar.example'] = ['93.184.216.34']
    expect(await failure(url)).toBe('rejected: insecure')
  },
)

test.each([
  ['an address', 'https://127.0.0.1/'],
  ['an address in other digits', 'https://0x7f.1/'],
  ['an address as one number', 'https://2130706433/'],
  ['an IPv6 address', 'https://[::1]/'],
  ['a mapped address', 'https://[::ffff:127.0.0.1]/'],
  ['a metadata address', 'https://169.254.169.254/latest/meta-data/'],
])('refuses a private network: %s', async (_kind, url) => {
  expect(await failure(url, {}, strict)).toBe('rejected: private_address')
})

test('says the same about names in a private network as about names that nobody has', async () => {
  names['mixed.example'] = ['93.184.216.34', '10.0.0.1']
  for (const host of ['calendar.example', 'mixed.example', 'nobody.example'])
    for (const protocol of ['https', 'http'])
      expect(await failure(`${protocol}://${host}/`, {}, strict)).toMatch(/: unknown_server$/)
})

test('checks the address that is connected to, whatever the name meant before', async () => {
  const port = new URL(origin).port
  const attempts = [['93.184.216.34'], ['127.0.0.1']]
  const rebinding = createOutgoingFetch({
    allowedNetworks: [],
    lookup: (hostname, options, callback) => {
      names[hostname] = attempts.shift()!
      lookup(hostname, options, callback)
    },
    timeoutMs: 300,
  })
  // Nothing answers at the first address.
  expect(await failure(`https://rebinding.example:${port}/`, {}, rebinding)).toMatch(/^unreachable: /)
  expect(await failure(`https://rebinding.example:${port}/`, {}, rebinding)).toBe('rejected: unknown_server')
  expect(seen).toEqual([])
})

test.each([
  ['an IPv4 address', 'https://10.0.0.1/', 'private_address'],
  ['an IPv6 address', 'https://[fd12::7]/', 'private_address'],
  ['http', 'http://93.184.216.34/', 'insecure'],
  ['another protocol', 'file:///etc/passwd', 'insecure'],
])('checks where redirects lead: %s', async (_kind, location, trouble) => {
  answer = redirectTo(location)
  expect(await failure(origin)).toBe(`rejected: ${trouble}`)
  expect(seen).toHaveLength(1)
})

test('follows five redirects, and no sixth', async () => {
  answer = (request, response) => {
    const rest = Number(request.url!.slice(1))
    response.writeHead(rest === 0 ? 200 : 301, { location: `/${rest - 1}` }).end('here')
  }
  const { text, url } = await open(`${origin}/5`)
  expect([text(), url]).toEqual(['here', `${origin}/0`])
  expect(await failure(`${origin}/6`)).toBe('rejected: too_many_redirects')
})

test('returns redirects if asked to', async () => {
  answer = redirectTo('/end', 301)
  const { status, headers } = await open(origin, { redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([301, '/end'])
})

test('sends credentials to no other origin', async () => {
  const headers = { Authorization: 'Basic secret', Cookie: 'a=secret', depth: '1' }
  answer = redirectTo(`${otherOrigin}/end`)
  await open(`${origin}/a`, { method: 'PROPFIND', headers, body: '<a/>' })
  expect(seen.map(({ method }) => method)).toEqual(['PROPFIND', 'PROPFIND'])
  expect(seen[0]!.headers).toMatchObject({ authorization: 'Basic secret', cookie: 'a=secret' })
  expect(seen[1]!.headers).toMatchObject({ depth: '1' })
  expect(JSON.stringify(seen[1])).not.toContain('secret')
  expect(seen[1]!.body).toBe('<a/>')

  await open(`${origin.replace('//', '//ann:secret@')}/a`)
  expect(JSON.stringify(seen[3])).not.toContain(btoa('ann:secret'))

  answer = redirectTo('/end')
  await open(`${origin}/a`, { headers })
  expect(seen[5]!.headers.authorization).toBe('Basic secret')
})

test('writes to no other origin', async () => {
  answer = redirectTo(`${otherOrigin}/end`, 307)
  const { status } = await open(`${origin}/a`, { method: 'PUT', body: 'secret' })
  expect([status, seen.length]).toEqual([307, 1])
})

test('a redirect to an answer (303) isn’t written to', async () => {
  answer = redirectTo('/end', 303)
  await open(`${origin}/a`, { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } })
  expect(seen[1]).toMatchObject({ method: 'GET', body: '' })
  await open(`${origin}/.well-known/caldav`, { method: 'PROPFIND', body: '<a/>' })
  expect(seen[3]).toMatchObject({ method: 'PROPFIND', body: '<a/>' })
})

const fastest = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 0 } }
const large = Buffer.alloc(50_000_000, 'a')

test.each([
  ['gzip', zlib.gzipSync(large), zlib.gzipSync('small')],
  ['br', zlib.brotliCompressSync(large, fastest), zlib.brotliCompressSync('small')],
  ['deflate', zlib.deflateSync(large), zlib.deflateSync('small')],
])('decompresses %s, within the limit', async (encoding, bomb, small) => {
  answer = (_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb)
  expect(await failure(origin)).toBe('rejected: too_large')
  answer = (_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(small)
  expect((await open(origin)).text()).toBe('small')
})

test('stops at the limit, whether or not the length is announced', async () => {
  answer = (_request, response) => response.end('x'.repeat(11))
  expect(await failure(origin, { maxBytes: 10 })).toBe('rejected: too_large')
  const endless = function* () {
    for (;;) yield 'x'.repeat(10_000)
  }
  answer = (_request, response) => void pipeline(Readable.from(endless()), response, () => {})
  expect(await failure(origin)).toBe('rejected: too_large')
})

test('accepts an announced encoding without a body', async () => {
  answer = (_request, response) => response.writeHead(304, { 'content-encoding': 'gzip' }).end()
  expect((await open(origin)).text()).toBe('')
})

test.each<[string, Answer]>([
  [
    'the connection ends before the body',
    (_, response) => response.writeHead(200, { 'content-length': 9 }).write('x', () => response.destroy()),
  ],
  [
    'compressed data ends early',
    (_, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(zlib.gzipSync('x'.repeat(99)).subarray(0, 20)),
  ],
  ['the answer isn’t HTTP', (_, response) => response.socket!.end('hello\r\n')],
  [
    'endless headers',
    (_, response) => response.socket!.end(`HTTP/1.1 200 OK\r\nA: ${'x'.repeat(100_000)}\r\n\r\n`),
  ],
])('a broken answer is no answer: %s', async (_kind, broken) => {
  answer = broken
  expect(await failure(origin)).toBe('unreachable: unreachable')
})

test('reads a body of an unknown encoding as it is', async () => {
  answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'zap' }).end('xx')
  expect((await open(origin)).text()).toBe('xx')
  expect(await failure(origin, { maxBytes: 1 })).toBe('rejected: too_large')
})

test.each<[string, Answer]>([
  ['no answer', () => {}],
  ['an unfinished body', (_request, response) => void response.writeHead(200).write('x')],
  // Each redirect is in time, but all together aren't.
  [
    'redirects',
    (_request, response) => void setTimeout(() => response.writeHead(302, { location: '/' }).end(), 70),
  ],
])('gives up in time: %s', async (_kind, slow) => {
  const send = createOutgoingFetch({ allowedNetworks: ['127.0.0.1'], timeoutMs: 200 })
  answer = slow
  expect(await failure(origin, {}, send)).toBe('unreachable: too_slow')
})

test('reports closed ports and ports without TLS', async () => {
  const closed = http.createServer()
  const port = await listen(closed)
  await new Promise((resolve) => {
    closed.close(resolve)
  })
  expect(await failure(`http://127.0.0.1:${port}/`)).toBe('unreachable: unreachable')
  expect(await failure(origin.replace('http:', 'https:'))).toBe('unreachable: unreachable')
})

test.runIf(spawnSync('openssl', ['version']).status === 0)(
  'refuses certificates that nobody signed',
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-outgoing-'))
    onTestFinished(() => fs.rmSync(folder, { recursive: true }))
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
    const form =
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=calendar.example'
    const made = spawnSync('openssl', [...form.split(' '), '-keyout', key, '-out', cert])
    expect(made.status).toBe(0)
    const port = await listen(https.createServer({ key: fs.readFileSync(key), cert: fs.readFileSync(cert) }))
    expect(await failure(`https://calendar.example:${port}/`)).toBe('unreachable: certificate')
  },
)
