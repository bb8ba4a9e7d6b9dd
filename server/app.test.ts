import http from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { endpoints } from '../contract/api/endpoints.ts'
import { BASE_PATH, routes } from '../contract/api/routes.ts'
import { isDocumented, readOperations } from '../testing/fuzz/operations.ts'
import { setUpApp } from '../testing/server/set-up-app.ts'
import { packagedRules } from '../testing/time-zones/time-zones.ts'
import { call, ok, signIn } from '../testing/server/test-app.ts'

const app = setUpApp({ calendarPollMs: 100, log: (line) => logged.push(line) })
const logged: string[] = []

/** A raw request with any Host header. */
function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
  agent: http.Agent | false = false,
): Promise<{ status: number; text: string; connection: string | undefined; isReused: boolean }> {
  return new Promise((resolve, reject) => {
    const request = http.request(`${app.origin}${path}`, { method, headers, agent }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      const { statusCode: status = 0, headers: answered } = response
      response.on('end', () =>
        resolve({ status, text, connection: answered.connection, isReused: request.reusedSocket }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}
const client = { 'x-boomtime-client': 'webapp' }
const json = { ...client, 'content-type': 'application/json' }
const booking = `${BASE_PATH}/boomEventsBookings?bookingUrlId=event_x`

test('returns 503 with Retry-After while the database is unreachable', async () => {
  const ended = Object.assign(new Error('terminating connection'), { code: '57P01' })
  const select = vi.spyOn(app.db, 'select').mockImplementation(() => {
    throw new Error('Failed query', { cause: ended })
  })
  const execute = vi.spyOn(app.db, 'execute').mockRejectedValue(ended)
  const reply = await call(app.origin, 'getPublicEvent', { params: { bookingUrlId: 'event_x' } })
  const ready = await fetch(`${app.origin}/readyz`)
  select.mockRestore()
  execute.mockRestore()
  expect(reply).toMatchObject({ status: 503, success: false, code: 'database_unreachable' })
  expect(reply.headers.get('retry-after')).toBe('10')
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'database unreachable', timeZones: { release: packagedRules.release, source: 'package' } },
  ])
})

describe('invalid requests', () => {
  test('return 400 without the client header', async () => {
    for (const path of ['/auth/user', '/boomEvents', '/nothing']) {
      const reply = await send('GET', BASE_PATH + path, {})
      expect(reply.status).toBe(400)
      expect(JSON.parse(reply.text)).toEqual({
        success: false,
        error: 'Unknown client',
        code: 'unknown_client',
      })
    }
    expect((await send('GET', `${BASE_PATH}/boomEvents`, { 'x-boomtime-client': 'curl' })).status).toBe(400)
  })

  test('return 400 for an unknown host name, except health checks', async () => {
    const reply = await send('GET', `${BASE_PATH}/auth/user`, { ...client, host: 'evil.example' })
    expect([reply.status, JSON.parse(reply.text).code]).toEqual([400, 'unknown_host'])
    // What nginx sends by default when the upstream is called boomtime.
    const renamed = await send('GET', '/', { host: 'boomtime' })
    expect([renamed.status, JSON.parse(renamed.text).error]).toEqual([
      400,
      `This server does not use that host name. Use ${app.origin}. If a proxy is in front, make it pass on the Host ` +
        'header (nginx: proxy_set_header Host $host;).',
    ])
    expect((await send('GET', '/healthz', { host: '10.0.0.7' })).status).toBe(200)
    expect((await send('GET', '/readyz', { host: '10.0.0.7' })).status).toBe(200)
  })

  test('reject malformed JSON, other types and bodies that are too large', async () => {
    const broken = await send('POST', booking, json, '{"fullName": ')
    expect([broken.status, JSON.parse(broken.text).error]).toEqual([
      400,
      'The request body is not valid JSON',
    ])
    const form = await send('POST', booking, { ...client, 'content-type': 'text/plain' }, 'x')
    expect([form.status, JSON.parse(form.text).code]).toEqual([415, 'unsupported_media_type'])
    const huge = await send('POST', booking, json, JSON.stringify({ fullName: 'x'.repeat(2_000_000) }))
    expect([huge.status, JSON.parse(huge.text).code]).toEqual([413, 'payload_too_large'])
    for (const body of ['null', '[]', '"text"', '7', '']) {
      const reply = await send('POST', booking, json, body)
      expect([reply.status, JSON.parse(reply.text).error]).toEqual([400, 'Send a JSON object'])
    }
    const headers = await send('GET', '/', { 'x-much': 'x'.repeat(20_000) })
    expect([headers.status, JSON.parse(headers.text).code]).toEqual([413, 'payload_too_large'])
    const polluted = await send('POST', booking, json, '{"__proto__": {"polluted": true}}')
    expect(polluted.status).toBe(400)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('keep the connection open after a body that is too large, unless its end is far or unknown', async () => {
    const agent = new http.Agent({ keepAlive: true })
    const large = await send('POST', booking, json, 'x'.repeat(600_000), agent)
    expect(large.status).toBe(413)
    const next = await send('GET', '/healthz', {}, '', agent)
    expect(next).toMatchObject({ status: 200, isReused: true })
    const huge = await send('POST', booking, { ...json, 'content-length': '3000000' }, '', agent)
    expect(huge).toMatchObject({ status: 413, connection: 'close' })
    const chunked = { ...json, 'transfer-encoding': 'chunked' }
    const endless = await send('POST', booking, chunked, 'x'.repeat(512 * 1024 + 1), agent)
    expect(endless).toMatchObject({ status: 413, connection: 'close' })
    agent.destroy()
  })

  test('count an empty Authorization header as none, and one with several spaces as one', async () => {
    const { sessionToken } = await signIn(app.origin, 'spaces@example.com')
    const open = (authorization: string, path: string) =>
      send('GET', BASE_PATH + path, { ...client, authorization })
    expect((await open('', '/boomEventsBookings/unknown')).status).toBe(404)
    expect((await open('', '/auth/user')).status).toBe(401)
    expect((await open(`Bearer   ${sessionToken}`, '/auth/user')).status).toBe(200)
  })

  test('reject unauthenticated calls before reading the body', async () => {
    const huge = JSON.stringify({ title: 'x'.repeat(2_000_000) })
    expect((await send('POST', `${BASE_PATH}/boomEvents`, json, huge)).status).toBe(401)
  })

  test('unknown URLs return 404 as JSON to programs and as a page to people', async () => {
    const api = await send('GET', `${BASE_PATH}/nothing`, client)
    expect([api.status, JSON.parse(api.text)]).toEqual([
      404,
      { success: false, error: 'Not found', code: 'not_found' },
    ])
    expect((await send('GET', '/nothing', {})).status).toBe(404)
    const page = await send('GET', '/nothing', { accept: 'text/html' })
    expect(page.status).toBe(404)
    expect(page.text).toContain('<html')
    expect((await send('GET', '/../../etc/passwd', {})).status).toBe(404)
    const undecodable = await send('GET', '/book/%E0%A4%A', { accept: 'text/html' })
    expect([undecodable.status, undecodable.text === page.text]).toEqual([404, true])
    expect((await send('GET', '/?utm=50%', { accept: 'text/html' })).status).toBe(200)
    for (const path of ['/%zz', `${BASE_PATH}/%zz`]) {
      const reply = await send('GET', path, client)
      expect([reply.status, JSON.parse(reply.text).code]).toEqual([404, 'not_found'])
    }
    expect((await send('GET', '/%2e%2e/%2e%2e/package.json', {})).status).toBe(404)
  })

  test('an empty body with a JSON content type counts as no body', async () => {
    const { sessionToken: token } = await signIn(app.origin, 'ada@example.com')
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
    expect((await call(app.origin, 'deleteEvent', { token, params: { id: event.id } })).status).toBe(200)
    expect((await call(app.origin, 'logout', { token })).status).toBe(200)
  })

  test('GET requests never change anything', () => {
    const reads = Object.entries(routes).filter(([, route]) => route.method === 'GET')
    expect(reads.map(([name]) => name).toSorted()).toEqual([
      'countExpiringBookings',
      'countLabelUses',
      'dryRunConnection',
      'explainSlot',
      'exportAccount',
      'exportBookings',
      'getAnalytics',
      'getBooking',
      'getCalendar',
      'getCalendarHealth',
      'getClientAddress',
      'getCollection',
      'getDashboard',
      'getEvent',
      'getHandle',
      'getMeta',
      'getPublicEvent',
      'getSchedule',
      'getSettings',
      'getStateToken',
      'getSubscription',
      'getUser',
      'listActivity',
      'listBookings',
      'listBusyTimes',
      'listCalendars',
      'listCollections',
      'listConnections',
      'listEventLinks',
      'listEventShares',
      'listEvents',
      'listHolidayCountries',
      'listHolidays',
      'listLabels',
      'listSchedules',
      'listSessions',
      'listSharedEvents',
      'listSlots',
      'listTimezones',
      'listTokens',
      'listZoneChanges',
    ])
  })
})

test('the OpenAPI 3.1 document lists every call', async () => {
  const document = (await (await fetch(`${app.origin}/api/openapi.json`)).json()) as {
    openapi: string
    paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>
  }
  expect(document.openapi).toBe('3.1.0')
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  // A call with a second method is documented under both.
  expect(operations.map((operation) => operation.operationId).toSorted()).toEqual(
    [...Object.keys(endpoints), 'updateCollectionByPUT'].toSorted(),
  )
  const create = document.paths['/boomEventsBookings']!['post']!
  expect(Object.keys(create.responses)).toEqual([
    '201',
    '400',
    '403',
    '409',
    '413',
    '415',
    '429',
    '500',
    '503',
  ])
  expect(document.paths['/boomEvents/{id}/slots']!['get']!.responses).toMatchObject({
    304: {},
    429: { headers: { 'Retry-After': {} } },
  })
  const event = JSON.stringify(document.paths['/boomEvents/{id}']!['get']!.responses['200'])
  expect(event).toContain('"startTimes":{"anyOf":[{"anyOf":[{"type":"object","properties":{"every"')
  expect(event).toMatch(/"durations":\{[^{}]*"type":"array","items":\{"type":"integer"/)
})

test('the API page leads to each operation, and says what it needs', async () => {
  const page = await (await fetch(`${app.origin}/api/docs`)).text()
  const ids = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, id]) => id)
  const linked = ids(/<li><a href="#(\w+)">/g)
  expect(linked).toEqual(readOperations().map(({ operationId }) => operationId))
  expect(ids(/<h3 id="(\w+)">/g)).toEqual(linked)
  const sectionOf = (id: string) =>
    new RegExp(`<section aria-labelledby="${id}">.*?</section>`, 's').exec(page)![0]
  expect(sectionOf('getMeta')).toContain('Needs no token.')
  expect(sectionOf('listEvents')).toContain(
    'Needs a token; a program’s has the scope <code>events:read</code>.',
  )
  expect(sectionOf('listSessions')).toContain('Needs a session’s token.')
  expect(sectionOf('createBooking')).toContain('A session’s token is optional.')
  expect(sectionOf('getPublicEvent')).toContain('<dt>404</dt><dd>not_found')
})

// Made-up requests seldom get these answers.
test.each([
  ['createEvent', 404, 'not_found'],
  ['createCollection', 404, 'not_found'],
  ['dryRunConnection', 429, 'too_many_requests'],
] as const)('the OpenAPI document says that %s can answer %i', (name, status, code) => {
  const operation = readOperations().find(({ operationId }) => operationId === name)!
  expect(isDocumented(operation, status, code)).toBe(true)
})

test('health and readiness need no header', async () => {
  expect((await fetch(`${app.origin}/healthz`)).status).toBe(200)
  expect((await fetch(`${app.origin}/readyz`)).status).toBe(200)
})

test('log lines never contain booking ids or tokens', async () => {
  const { sessionToken: token } = await signIn(app.origin, 'logged@example.com')
  const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
  const { id } = await ok(app.origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: { fullName: 'Bob', email: 'bob@example.com', startUTC: '2027-01-04T15:00:00.000Z' },
  })
  await ok(app.origin, 'getBooking', { params: { id } })
  const link = await ok(app.origin, 'createEventLink', { token, params: { id: event.id }, body: {} })
  await fetch(`${app.origin}/book/${link.bookingUrlId}`)
  await ok(app.origin, 'getPublicEvent', { params: { bookingUrlId: link.bookingUrlId } })
  await fetch(`${app.origin}/booking-confirmation/${id}`)
  await fetch(`${app.origin}/book/${event.bookingUrlId}?name=Yuki&email=yuki@example.com`)
  await fetch(`${app.origin}/book/gone?name=Yuki&email=yuki@example.com`)
  await call(app.origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: { fullName: id },
  })
  await expect
    .poll(() => logged.filter((line) => line.includes('/booking-confirmation/:bookingId')).length)
    .toBe(1)
  const all = logged.join('')
  expect(all).not.toContain(id)
  expect(all).not.toContain(token)
  expect(all).not.toContain(link.bookingUrlId)
  expect(all).not.toContain('bob@example.com')
  expect(all).not.toMatch(/yuki/i)
})
