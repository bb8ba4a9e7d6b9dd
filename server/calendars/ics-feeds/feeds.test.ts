import http from 'node:http'
import type { AddressInfo } from 'node:net'
import zlib from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { replaceZones } from '../../../testing/time-zones/replaced-zones.ts'
import { createOutgoingFetch } from '../../adapters/outgoing/outgoing-fetch.ts'
import { calendarText, event } from '../icalendar/calendar-text.test-support.ts'
import { CalendarError } from '../../adapters/calendar-provider.ts'
import { createFeeds } from './feeds.ts'

const NOW = Date.parse('2026-06-01T00:00Z')
const range = { start: NOW, end: NOW + 30 * 86_400_000 }
const meeting = event(
  'UID:a',
  'DTSTAMP:20260101T000000Z',
  'DTSTART;TZID=Europe/Berlin:20260602T090000',
  'DURATION:PT1H',
)
const text = calendarText('X-WR-CALNAME:Team', meeting)

const bomb = zlib.gzipSync(Buffer.alloc(50_000_000, 'x'))

type Answer = (response: http.ServerResponse, request: http.IncomingMessage) => void
let answer: Answer
let requests: http.IncomingMessage[]
let url = ''
const server = http.createServer((request, response) => {
  requests.push(request)
  answer(response, request)
})
const allowedNetworks = ['127.0.0.0/8']
const feeds = createFeeds(createOutgoingFetch({ allowedNetworks }))

const reply =
  (status: number, body = '', headers: http.OutgoingHttpHeaders = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body)

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret/team.ics`
})

beforeEach(() => {
  requests = []
  answer = reply(200, text)
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const owner = { timeZone: 'America/New_York', self: ['ann@example.com'] }
const account = () => feeds.openAccount(url, owner)
const read = async () => (await account()).listEntries('feed', range)
const changes = async (syncToken: string | null) => (await account()).listChanges('feed', syncToken!, range)

async function failure(call: () => Promise<unknown>) {
  const error = await call().catch((caught: unknown) => caught)
  if (!(error instanceof CalendarError)) throw new Error('no CalendarError', { cause: error })
  expect(error.cause).toBeUndefined()
  expect(`${error.message} ${error.stack}`).not.toMatch(/secret|127\.0\.0/)
  const { reason, trouble, retryAfterMs } = error
  return [reason, trouble, ...(retryAfterMs === undefined ? [] : [retryAfterMs])].join(' ')
}

test('a feed is an account with one calendar, which can only be read', async () => {
  const connected = await feeds.connect({ url: ` ${url}`, name: '' })
  const calendar = { id: 'feed', name: 'Team', isPrimary: true, isWritable: false, hasVideoCalls: false }
  expect(connected).toMatchObject({
    name: 'Team',
    server: '127.0.0.1',
    credential: url,
    calendars: [calendar],
  })
  expect(connected.account).not.toContain('secret')
  expect(await (await account()).listCalendars()).toEqual([calendar])
  expect((await feeds.connect({ url, name: ' Mine ' })).calendars[0]!.name).toBe('Mine')
  answer = reply(200, calendarText(meeting))
  expect((await feeds.connect({ url, name: '' })).name).toBe('127.0.0.1')
  const opened = await account()
  for (const write of [
    opened.writeEntry,
    opened.anonymizeEntry,
    opened.removeEntry,
  ] as (() => Promise<unknown>)[]) {
    expect(await failure(write)).toBe('rejected ')
  }
})

test('webcal addresses are https', async () => {
  const urls: string[] = []
  const recording = createFeeds(async (asked) => {
    urls.push(asked)
    return { status: 200, headers: new Headers(), bytes: Buffer.from(text), text: () => text, url: asked }
  })
  const { credential, server: name } = await recording.connect({
    url: 'webcal://feeds.example.com/a.ics',
    name: '',
  })
  await recording
    .openAccount('WEBCAL://feeds.example.com/a.ics', owner)
    .then((opened) => opened.listCalendars())
  expect([credential, name, ...new Set(urls)]).toEqual([
    'https://feeds.example.com/a.ics',
    'feeds.example.com',
    'https://feeds.example.com/a.ics',
  ])
})

test.each([
  ['outlook.office365.com', true],
  ['outlook.office.com', true],
  ['outlook.live.com', true],
  ['outlook.example', false],
])('%s is asked like by a browser: %s', async (host, isLikeBrowser) => {
  const agents: (string | undefined)[] = []
  // As Outlook answers: an error to whatever isn't a browser.
  const asked = createFeeds(async (address, { headers = {} } = {}) => {
    const agent = headers['user-agent']
    agents.push(agent)
    const status = agent?.includes(' Chrome/') || !isLikeBrowser ? 200 : 500
    return { status, headers: new Headers(), bytes: Buffer.from(text), text: () => text, url: address }
  })
  const opened = await asked.openAccount(`webcal://${host}/owa/calendar/a/calendar.ics`, owner)
  expect((await opened.listEntries('feed', range)).entries).toHaveLength(1)
  const named = isLikeBrowser ? expect.stringMatching(/^Mozilla\/5\.0 .* Boomtime\/\d/) : undefined
  expect(agents).toEqual([named])
})

test('lists the entries of a range', async () => {
  const { entries, isFull, timeZone } = await read()
  const start = Date.parse('2026-06-02T07:00Z')
  expect(entries).toMatchObject([{ uid: 'a', busy: [{ start, end: start + 3_600_000 }] }])
  expect([isFull, timeZone]).toEqual([true, 'Europe/Berlin'])
})

test.each(['', 'none', 'UTF-8'])('a feed whose encoding is called %j is plain text', async (encoding) => {
  answer = reply(200, text, { 'content-encoding': encoding })
  expect((await read()).entries).toHaveLength(1)
})

test('the days of a feed without a zone are its owner’s', async () => {
  answer = reply(200, calendarText(event('DTSTART;VALUE=DATE:20260602')))
  const { entries, timeZone, syncToken } = await read()
  expect([entries[0]!.busy[0]!.start, timeZone]).toEqual([
    Date.parse('2026-06-02T04:00Z'),
    'America/New_York',
  ])
  expect(await changes(syncToken)).toMatchObject({ entries: [], timeZone: 'America/New_York' })
})

test('the owner’s answers to invitations count', async () => {
  answer = reply(
    200,
    calendarText(
      event('DTSTART:20260602T090000Z', 'DURATION:PT1H', 'ATTENDEE;PARTSTAT=DECLINED:mailto:ann@example.com'),
    ),
  )
  expect((await read()).entries).toEqual([])
})

test('asks for what changed, with what the server said last', async () => {
  const validators = { etag: '"1"', 'last-modified': 'Mon, 01 Jun 2026 00:00:00 GMT' }
  answer = reply(200, text, validators)
  const { syncToken } = await read()
  expect(syncToken).not.toContain('secret')
  answer = reply(304)
  const first = await changes(syncToken)
  expect(first).toMatchObject({ entries: [], timeZone: 'Europe/Berlin' })
  expect(first!.isFull).toBeUndefined()
  expect(requests[1]!.headers).toMatchObject({
    'if-none-match': '"1"',
    'if-modified-since': validators['last-modified'],
  })
  answer = reply(200, calendarText(meeting, event('UID:b', 'DTSTART:20260603T090000Z', 'DURATION:PT1H')), {
    etag: '"2"',
  })
  const second = await changes(first!.syncToken)
  expect(requests[2]!.headers).toMatchObject({ 'if-none-match': '"1"' })
  expect([second!.isFull, second!.entries.map(({ uid }) => uid)]).toEqual([true, ['a', 'b']])
  await changes(second!.syncToken)
  expect(requests[3]!.headers['if-none-match']).toBe('"2"')
  expect(requests[3]!.headers['if-modified-since']).toBeUndefined()
})

test('the same text is no news, also if the server stamps every answer', async () => {
  const { syncToken } = await read()
  answer = reply(200, text.replace('DTSTAMP:20260101', 'DTSTAMP:20260601'), { etag: '"new"' })
  const result = await changes(syncToken)
  expect([result!.entries, result!.isFull]).toEqual([[], undefined])
  await changes(result!.syncToken)
  expect(requests[2]!.headers['if-none-match']).toBe('"new"')
})

test('starts over for another feed, after new time zone rules, and with a malformed token', async () => {
  const { syncToken } = await read()
  const other = await feeds.openAccount(`${url}?other`, owner)
  expect(await other.listChanges('feed', syncToken!, range)).toBeNull()
  expect(await changes('nonsense')).toBeNull()
  replaceZones((timeZone) => ({ timeZone, offset: 3 * 3600, changes: [], yearly: [] }))
  expect(await changes(syncToken)).toBeNull()
})

test.each<[string, Answer, string]>([
  ['401', reply(401), 'rejected login_refused'],
  [
    '401 with two logins',
    reply(401, '', { 'www-authenticate': ['Negotiate', 'Digest realm="a, Basic"'] }),
    'rejected digest_login',
  ],
  ['403', reply(403), 'rejected login_refused'],
  ['404', reply(404), 'rejected not_found'],
  ['410', reply(410), 'rejected not_found'],
  ['429', reply(429), 'rate_limited server_error'],
  ['429 with seconds', reply(429, '', { 'retry-after': '120' }), 'rate_limited server_error 120000'],
  [
    '503 with a date',
    reply(503, '', { 'retry-after': 'Mon, 01 Jun 2026 00:02:00 GMT', date: 'Mon, 01 Jun 2026 00:00:00 GMT' }),
    'rate_limited server_error 120000',
  ],
  ['503', reply(503), 'unreachable server_error'],
  ['500', reply(500, text), 'unreachable server_error'],
  ['204', reply(204), 'unreachable server_error'],
  ['304 without a question', reply(304), 'unreachable server_error'],
  ['an empty body', reply(200), 'rejected not_a_calendar'],
  ['a web page', reply(200, '<!DOCTYPE html><p>Sign in</p>'), 'rejected not_a_calendar'],
  ['half a body', reply(200, text.slice(0, -30)), 'rejected not_a_calendar'],
  [
    'half a body, announced',
    (response) => response.writeHead(200, { 'content-length': 10_000 }).write(text, () => response.destroy()),
    'unreachable unreachable',
  ],
  [
    'half a chunked body',
    (response) => response.writeHead(200).write(text, () => response.destroy()),
    'unreachable unreachable',
  ],
  [
    'a bomb',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    'rejected too_large',
  ],
  [
    'an unknown compression',
    (response) => response.writeHead(200, { 'content-encoding': 'zap' }).end(zlib.gzipSync(text)),
    'rejected not_a_calendar',
  ],
  ['a large file', reply(200, 'x'.repeat(5_000_001)), 'rejected too_large'],
  ['a redirect to itself', reply(302, '', { location: '/secret/team.ics' }), 'rejected too_many_redirects'],
  [
    'a redirect into a private network',
    reply(302, '', { location: 'https://10.0.0.1/' }),
    'rejected private_address',
  ],
])('a failed read is an error, never an empty calendar: %s', async (_kind, given, expected) => {
  const { syncToken } = await read()
  answer = given
  expect(await failure(read)).toBe(expected)
  if (!expected.endsWith('server_error') || _kind !== '304 without a question') {
    expect(await failure(() => changes(syncToken))).toBe(expected)
  }
  expect(await failure(() => feeds.connect({ url, name: 'Mine' }))).toBe(expected)
})

test('a server that doesn’t answer is too slow', async () => {
  const impatient = createFeeds(createOutgoingFetch({ allowedNetworks, timeoutMs: 200 }))
  answer = () => {}
  expect(await failure(() => impatient.connect({ url, name: '' }))).toBe('unreachable too_slow')
})
