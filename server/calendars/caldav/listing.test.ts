import { beforeEach, describe, expect, test } from 'vitest'
import { CalendarError, type EntryListing } from '../../adapters/calendar-provider.ts'
import { setUpAccount } from './account.test-support.ts'
import {
  CALENDAR,
  event,
  missing,
  multistatus,
  range,
  response,
  xml,
  openAccount,
  startFakeServer,
} from './fake-server.test-support.ts'

const own = setUpAccount('a', 'b')

const list = () => own.account.listEntries(CALENDAR, range)
const changesSince = ({ syncToken }: EntryListing) => own.account.listChanges(CALENDAR, syncToken!, range)
const ids = (listing: EntryListing | null) =>
  listing?.entries.map(({ id, isCanceled }) => (isCanceled ? `-${id}` : id))

async function failure(call: () => Promise<unknown>) {
  const error = await call().catch((caught: unknown) => caught)
  if (!(error instanceof CalendarError)) throw new Error('no CalendarError', { cause: error })
  expect(`${error.message} ${error.stack} ${String(error.cause)}`).not.toMatch(/secret|127\.0\.0\.1:|YW5u/)
  return [error.reason, error.trouble]
}

describe.each([
  ['sync-collection', () => {}, 'REPORT /ann/team/'],
  ['only a CTag', () => (own.server.hasSync = false), 'PROPFIND /ann/team/'],
  ['only ETags', () => (own.server.hasSync = own.server.hasCtag = false), 'PROPFIND /ann/team/'],
])('a server with %s', (_, prepare, question) => {
  beforeEach(() => {
    prepare()
  })

  test('is asked for what changed, and no more', async () => {
    const first = await list()
    expect(ids(first)).toEqual(['a', 'b'])
    expect(first.timeZone).toBe('Europe/Berlin')
    own.server.takeAsked()

    const unchanged = (await changesSince(first))!
    expect(unchanged).toMatchObject({ entries: [], timeZone: 'Europe/Berlin' })
    if (own.server.hasSync || own.server.hasCtag)
      expect(own.server.takeAsked()).toEqual(['PROPFIND /ann/team/'])
    else expect(own.server.takeAsked()).toEqual(['PROPFIND /ann/team/', 'PROPFIND /ann/team/'])

    own.server.put('c', event('c'))
    own.server.put('b', event('b', 'DTSTART:20270106T100000Z', 'DTEND:20270106T110000Z'))
    own.server.remove('a')
    const changes = (await changesSince(unchanged))!
    expect(ids(changes)!.toSorted()).toEqual(['-a', 'b', 'c'])
    expect(changes.entries.find(({ id }) => id === 'b')).toMatchObject({
      startAt: Date.parse('2027-01-06T10:00Z'),
    })
    expect(changes.entries.find(({ id }) => id === 'a')).toMatchObject({ busy: [] })
    expect(own.server.takeAsked()).toEqual(['PROPFIND /ann/team/', question, 'REPORT /ann/team/'])
    expect(ids(await changesSince(changes))).toEqual([])
  })
})

test('reads a list of changes page by page', async () => {
  const first = await list()
  own.server.pageSize = 2
  for (const name of ['c', 'd', 'e', 'f']) own.server.put(name, event(name))
  own.server.remove('c')
  const changes = await changesSince(first)
  expect(ids(changes)).toEqual(['d', 'e', 'f', '-c'])
  expect(ids(await changesSince(changes!))).toEqual([])
})

test('pages without end are an error', async () => {
  const first = await list()
  own.server.put('c', event('c'))
  own.server.pageSize = 0
  expect(await failure(() => changesSince(first))).toEqual(['unreachable', 'server_error'])
})

test.each([403, 409, 410, 412, 415, 400])('starts over if its token isn’t accepted (%d)', async (status) => {
  const first = await list()
  own.server.put('c', event('c'))
  own.server.instead = ({ body }) => (body.includes('sync-collection') ? { status } : undefined)
  expect(await changesSince(first)).toBeNull()
})

test('starts over if the calendar’s zone, its rules, or how the server tells changes, are others', async () => {
  const first = await list()
  own.server.timeZone = 'America/New_York'
  expect(await changesSince(first)).toBeNull()
  own.server.timeZone = 'Europe/Berlin'
  own.server.hasSync = false
  expect(await changesSince(first)).toBeNull()
  const etags = await list()
  own.server.hasSync = true
  expect(await changesSince(etags)).toBeNull()
  expect(await own.account.listChanges(CALENDAR, 'nonsense', range)).toBeNull()
  own.server.hasSync = false
  const outdated = JSON.stringify({ ...JSON.parse(etags.syncToken!), rules: 'of another year' })
  expect(await changesSince(etags)).not.toBeNull()
  expect(await own.account.listChanges(CALENDAR, outdated, range)).toBeNull()
})

test('a calendar without a zone has that of its entries, or else its host’s', async () => {
  own.server.timeZone = null
  own.server.files.clear()
  const empty = await list()
  expect(empty.timeZone).toBe('America/New_York')
  own.server.put('c', event('c', 'DTSTART;VALUE=DATE:20270105'))
  const day = await changesSince(empty)
  expect(day!.entries[0]!.busy[0]).toMatchObject({ start: Date.parse('2027-01-05T05:00Z') })
  own.server.put('d', event('d', 'DTSTART;TZID="Tokyo Standard Time":20270105T100000', 'DURATION:PT1H'))
  expect(await changesSince(day!)).toBeNull()
  const named = await list()
  expect(named.timeZone).toBe('Asia/Tokyo')
  expect(named.entries.find(({ id }) => id === 'c')!.busy[0]).toMatchObject({
    start: Date.parse('2027-01-04T15:00Z'),
  })
})

test('a Windows zone of the calendar counts too', async () => {
  own.server.timeZone = 'Tokyo Standard Time'
  expect((await list()).timeZone).toBe('Asia/Tokyo')
})

test('one broken entry doesn’t hide the others', async () => {
  const broken = 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY;LANGUAGE=en:Tea\\, cake\r\nDTSTART:20270105T25'
  own.server.put('broken', broken)
  own.server.put('task', event('task').replaceAll('VEVENT', 'VTODO'))
  const listing = await list()
  expect(listing.entries.filter(({ busy }) => busy.length > 0).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(listing.unreadable).toEqual([{ id: 'broken', title: 'Tea, cake', date: '2027-01-05' }])
  // What it said before stays in the mirror.
  own.server.put('a', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:2027')
  const unreadable = [{ id: 'a', title: '', date: null }]
  expect(await changesSince(listing)).toMatchObject({ entries: [], unreadable })
})

test('what an entry without a readable start said before stays in the mirror', async () => {
  const first = await list()
  own.server.put('a', event('a').replace(/DTSTART.*/, 'DTSTART:soon'))
  const unreadable = [{ id: 'a', title: 'a', date: '2027-01-05' }]
  expect(await changesSince(first)).toMatchObject({ entries: [], unreadable })
  const listing = await list()
  expect([ids(listing), listing.unreadable]).toEqual([['b'], unreadable])
})

test.each([
  ['forbidden', (url: string) => missing(url, 403)],
  ['without a text for the host', (url: string) => response(url, '<c:calendar-data/>', 403)],
])('an entry that is %s is named, and what it said before stays', async (_name, refused) => {
  const first = await list()
  own.server.put('a', event('a'))
  own.server.instead = ({ body }) => {
    if (!body.includes('multiget')) return undefined
    const answer = own.server.answer(own.server.asked.at(-1)!)
    return {
      ...answer,
      body: answer.body!.replace(/<d:response>.*?a\.ics.*?<\/d:response>/s, refused(`${CALENDAR}a.ics`)),
    }
  }
  const unreadable = [{ id: 'a', title: '', date: null }]
  expect(await changesSince(first)).toMatchObject({ entries: [], unreadable })
  const listing = await list()
  expect([ids(listing), listing.unreadable]).toEqual([['b'], unreadable])
})

test('names that differ only in their ending are two entries', async () => {
  own.server.instead = (asked) => {
    const answer = own.server.answer(asked)
    return asked.headers['depth'] === '1' && asked.method === 'PROPFIND'
      ? { ...answer, body: answer.body!.replace(`${CALENDAR}b.ics`, `${CALENDAR}a`) }
      : answer
  }
  expect(ids(await list())).toEqual(['a', 'a/'])
})

test('an entry that its host declined or canceled keeps nobody busy', async () => {
  const when = ['DTSTART:20270105T100000Z', 'DTEND:20270105T110000Z']
  own.server.put('a', event('a', ...when, 'ATTENDEE;PARTSTAT=DECLINED:mailto:ann@example.com'))
  own.server.put('b', event('b', ...when, 'ATTENDEE;PARTSTAT=DECLINED:mailto:ann@example.net'))
  own.server.put('c', event('c', ...when, 'STATUS:CANCELLED'))
  const { entries } = await list()
  expect(entries.map(({ busy, isCanceled }) => [busy, isCanceled])).toEqual([
    [[], false],
    [[], false],
    [[], true],
  ])
})

const reports = (body: string) => /multiget|sync-collection/.exec(body)?.[0]
test.each(['<!-- 3 ms, </d:multistatus > -->\n', '<?cache hit?>', '\n<!---->\n<!-- b -->'])(
  'an answer may have more after its end: %s',
  async (more) => {
    own.server.instead = (asked) => {
      const answer = own.server.answer(asked)
      return { ...answer, body: answer.body! + more }
    }
    expect(ids(await list())).toEqual(['a', 'b'])
  },
)

const half = (text: string) => text.slice(0, text.length / 2)

test.each<[string, (real: { status: number; body?: string }) => object]>([
  ['half of it', ({ body }) => xml(half(body!))],
  ['a web page', () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' })],
  [
    'a web page as 207',
    () => ({ status: 207, headers: { 'content-type': 'text/html' }, body: '<html></html>' }),
  ],
  ['nothing', () => ({ status: 207, headers: { 'content-type': 'application/xml' } })],
  ['text', () => ({ status: 200, headers: { 'content-type': 'application/xml' }, body: 'hello' })],
  ['other XML', () => xml('<html/>')],
  ['nothing about anything', () => xml(multistatus(''))],
  [
    'the server’s own failure',
    () =>
      xml(
        multistatus(
          response(`${CALENDAR}a.ics`, '', 500) +
            missing(`${CALENDAR}b.ics`, 503) +
            missing(`${CALENDAR}c.ics`, 503) +
            missing(CALENDAR, 500),
        ),
      ),
  ],
])('%s instead of an answer frees nothing', async (_, broken) => {
  const first = await list()
  own.server.put('c', event('c'))
  for (const question of ['PROPFIND 0', 'PROPFIND 1', 'multiget', 'sync-collection']) {
    own.server.instead = (asked) => {
      const kind = reports(asked.body) ?? `PROPFIND ${String(asked.headers['depth'])}`
      return kind === question ? (broken(own.server.answer(asked)) as never) : undefined
    }
    const call = question === 'sync-collection' ? () => changesSince(first) : list
    expect([question, ...(await failure(call))]).toEqual([question, 'unreachable', 'server_error'])
  }
})

test.each<[number, Record<string, string>, (string | undefined)[]]>([
  [401, {}, ['revoked', 'login_refused']],
  [401, { 'www-authenticate': 'Digest realm="BaikalDAV", qop="auth"' }, ['unreachable', 'digest_login']],
  [401, { 'www-authenticate': 'Negotiate, Digest realm="x"' }, ['unreachable', 'digest_login']],
  [401, { 'www-authenticate': 'Digest realm="x", Basic realm="x"' }, ['revoked', 'login_refused']],
  [403, {}, ['forbidden', undefined]],
  [404, {}, ['calendar_gone', undefined]],
  [429, {}, ['rate_limited', 'server_error']],
  [503, { 'retry-after': '7' }, ['rate_limited', 'server_error']],
  [503, {}, ['unreachable', 'server_error']],
  [500, {}, ['unreachable', 'server_error']],
])('says what %d %j means', async (status, headers, expected) => {
  own.server.instead = () => ({ status, headers, body: 'secret' })
  expect(await failure(list)).toEqual(expected)
  if (headers['retry-after'])
    expect(await list().catch((error: unknown) => error)).toMatchObject({ retryAfterMs: 7000 })
})

test('a collection that is no longer a calendar is gone', async () => {
  own.server.instead = () =>
    xml(multistatus(response(CALENDAR, '<d:resourcetype><d:collection/></d:resourcetype>')))
  expect(await failure(list)).toEqual(['calendar_gone', undefined])
})

test('gives up on a silent server', async () => {
  own.account = await openAccount(own.server, 100)
  own.server.instead = () => 'silence'
  expect(await failure(list)).toEqual(['unreachable', 'too_slow'])
})

test('follows redirects within the server, and sends the password to no other one', async () => {
  const other = await startFakeServer()
  own.server.instead = ({ path }) =>
    path === '/ann/old/' ? { status: 301, headers: { location: CALENDAR } } : undefined
  expect(ids(await own.account.listEntries('/ann/old/', range))).toEqual(['a', 'b'])
  own.server.instead = () => ({ status: 302, headers: { location: `${other.origin}${CALENDAR}` } })
  expect(await failure(list)).toEqual(['unreachable', 'not_caldav'])
  expect(await failure(() => own.account.removeEntry(CALENDAR, 'a'))).toEqual(['unreachable', 'not_caldav'])
  expect(other.asked.filter(({ headers }) => headers.authorization)).toEqual([])
})

test('ignores what a listing says about other places', async () => {
  own.server.instead = ({ headers, body }) =>
    headers['depth'] === '1' && !reports(body)
      ? xml(
          multistatus(
            response(CALENDAR, '') +
              response('https://elsewhere.example/ann/team/x.ics', '<d:getetag>"1"</d:getetag>') +
              response('/eve/team/y.ics', '<d:getetag>"1"</d:getetag>') +
              response(`${CALENDAR}a.ics`, '<d:getetag>"1"</d:getetag>'),
          ),
        )
      : undefined
  expect(ids(await list())).toEqual(['a'])
})
