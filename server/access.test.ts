import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../availability/units.ts'
import { BASE_PATH, CLIENT_HEADER } from '../contract/api/routes.ts'
import type { ErrorCode } from '../contract/errors.ts'
import { scopes } from '../contract/scopes.ts'
import { bookingRow } from '../testing/databases/booking-rows.ts'
import { photoRow } from '../testing/databases/photo-rows.ts'
import { accessesOf, recordStatements } from '../testing/databases/query-plans.ts'
import { isDocumented, readOperations } from '../testing/fuzz/operations.ts'
import { setUpApp } from '../testing/server/set-up-app.ts'
import { ok, signIn, START_OF_TESTS } from '../testing/server/test-app.ts'
import { type CallerName, callers, readTable, type Row } from './access-table.test-support.ts'
import { addGuestLinks, findGuestLink } from './bookings/guest-links.ts'
import { hostPhotos } from './db/tables/host-photos.ts'
import { bookings } from './db/tables/bookings.ts'
import { saveConnection } from './calendars/connections/save-connection.ts'
import { markCalendarMissing } from './calendars/missing-calendar.ts'
import { issueToken } from './auth/oauth-clients/access-token.ts'
import { readTokens } from './auth/oauth-clients/list-tokens.ts'
import { stopUrl } from './emails/mail-blocks.ts'

/** The next morning at nine in New York. */
const FIRST_BOOKING_AT = START_OF_TESTS + DAY + HOUR
const UNKNOWN_BOOKING = 'unknown0unknown0unknown0'
const metrics = { token: 'token-of-the-monitoring' }
const app = setUpApp({ database: 'postgres', trustProxy: 1, metrics })
const production = setUpApp({ database: 'postgres', mode: 'production', metrics })

const rows = readTable(fs.readFileSync(path.join(import.meta.dirname, 'access.md'), 'utf8'))

/** A route as the table and the server both name it, without the names of its parameters. */
const routeKey = (method: string, url: string) =>
  `${method} ${url.split('?')[0]!.replaceAll(/:\w+|\{\w+\}/g, '{}')}`

const operations = new Map(
  readOperations().map((operation) => [routeKey(operation.method, BASE_PATH + operation.path), operation]),
)

/** What the server serves, with one entry for all files of the build and one for unknown calls. */
function servedRoutes(routes: ReadonlySet<string>): string[] {
  const keys = [...routes]
    .filter((route) => !route.startsWith('HEAD '))
    .map((route) => {
      const [method, url] = route.split(' ') as [string, string]
      if (url === `${BASE_PATH}/*`) return `ANY ${url}`
      return routeKey(method, url.replace(/^\/(public-)?assets\/.+/, '/$1assets/{}'))
    })
    .filter((key) => !/\.(gz|br)$/.test(key))
  return [...new Set(keys)].toSorted()
}

const recorded = recordStatements()
afterAll(() => recorded.stop())

let expired: string
let signedOut: string
let shared: Fixture
beforeAll(async () => {
  app.clock.now = START_OF_TESTS - 40 * DAY
  expired = (await signInNew('maya')).token
  app.clock.now = START_OF_TESTS
  signedOut = (await signInNew('maya')).token
  await ok(app.origin, 'logout', { token: signedOut })
  shared = await createFixture('{booking} {collection} {connection} {handle} {label} {photo} {schedule}')
})

describe('the access table', () => {
  test('has one row for each route', () => {
    const listed = rows.map(({ method, url }) => routeKey(method, url)).toSorted()
    expect(
      servedRoutes(production.routes).filter((route) => !listed.includes(route)),
      'These routes have no row in server/access.md. Add one, with the answer that each caller gets',
    ).toEqual([])
    expect(listed, 'A row of server/access.md has no route, or two rows have the same').toEqual(
      servedRoutes(production.routes),
    )
  })

  test('leaves out only the sandbox, which is not there in production', async () => {
    const sandbox = servedRoutes(app.routes).filter((key) => !servedRoutes(production.routes).includes(key))
    expect(sandbox.length).toBeGreaterThan(20)
    // Other methods, such as TRACE, can't be sent.
    for (const key of sandbox.filter((each) => /^(GET|POST|PUT|PATCH|DELETE) /.test(each))) {
      const [method, url] = key.split(' ') as [string, string]
      expect(url).toMatch(/^\/sandbox\//)
      const { status } = await fetch(production.origin + url.replaceAll('{}', 'x'), { method })
      expect([key, status]).toEqual([key, 404])
    }
  })

  test.each(rows.map((row) => [`${row.method} ${row.url}`, row] as const))('%s', async (_name, row) => {
    const fixture = row.method === 'GET' ? shared : await createFixture(row.url + row.body)
    const answers: Record<string, string> = {}
    for (const caller of callers) answers[caller] = await answerFor(row, caller, fixture)
    expect(answers).toEqual(row.expected)
  })
})

/** Tables without hosts. */
const withoutHost = /^(__drizzle_migrations|rate_limits|recipient_limits|sign_in_attempts|zone_checks)$/
/** What names a row of an unknown host, by table. docs/scaling.md explains them. */
const lookups: Record<string, string> = {
  access_tokens: 'token_hash',
  bookings: 'id',
  collections: 'id',
  collection_shares: 'member_id|email',
  event_shares: 'member_id|email',
  events: 'id|booking_link_id',
  guest_links: 'token',
  handles: 'handle',
  host_photos: 'digest',
  hosts: String.raw`id|google_sub|lower\(email\)`,
  sessions: 'token_hash',
  subscriptions: 'customer_id',
}

test('every statement of these requests finds the rows of one host through an index', async () => {
  const texts = [...recorded.texts].filter((text) => /^\s*(select|insert|update|delete|with)\b/i.test(text))
  expect(texts.length).toBeGreaterThan(200)
  await app.db.execute(sql`analyze`)
  const others = []
  for (const text of texts) {
    for (const { table, conditions } of await accessesOf(app.db, text)) {
      const lookup = new RegExp(String.raw`\((${lookups[table]}) = \$\d+\)`)
      const isOfOneHost = /\bhost_id = /.test(conditions) || (table === 'hosts' && /\bid = /.test(conditions))
      if (!withoutHost.test(table) && !isOfOneHost && !lookup.test(conditions))
        others.push({ table, conditions, text })
    }
  }
  expect(others).toEqual([])
})

type Fixture = Awaited<ReturnType<typeof createFixture>>
let hostCount = 0

/** Each host has an address of their own, because sign-ins are limited by address. */
async function signInNew(name: string) {
  const headers = { 'x-forwarded-for': `10.0.0.${++hostCount}` }
  const { sessionToken: token, user } = await signIn(app.origin, `${name}@example.com`, {}, headers)
  return { token, hostId: user.id }
}

/** Two new hosts and, of the first, what the text names as `{name}`. */
async function createFixture(text: string) {
  const names = new Set(text.match(/(?<=\{)\w+(?=\})/g))
  const { token, hostId } = await signInNew(`owner${hostCount}`)
  const { token: otherHost } = await signInNew(`other${hostCount}`)
  const program = await app.db.transaction((tx) =>
    issueToken(tx, hostId, { scopes: [...scopes], userAgent: undefined, now: app.clock.now }),
  )
  const values: Record<string, string> = {
    origin: app.origin,
    country: 'de',
    stop: stopUrl(app.deps.encryption, '', { hostId, email: 'bob@example.com' }).split('/').at(-1)!,
    file: firstFile('host/assets'),
    publicFile: firstFile('public/public-assets'),
  }
  if (names.has('token')) values['token'] = (await readTokens(app.deps, hostId))[0]!.id
  if (names.has('session')) values['session'] = (await ok(app.origin, 'listSessions', { token }))[0]!.id
  if (names.has('event') || names.has('link') || names.has('booking')) {
    const { id, bookingUrlId } = await ok(app.origin, 'createEvent', { token, body: { title: 'Intro call' } })
    Object.assign(values, { event: id, link: bookingUrlId })
    if (names.has('member')) {
      const share = { params: { id }, body: { email: 'max@example.com', role: 'view' as const } }
      values['member'] = (await ok(app.origin, 'shareEvent', { token, ...share })).userId
    }
  }
  if (names.has('oneOff')) {
    const oneOff = { params: { id: values['event']! }, body: {} }
    values['oneOff'] = (await ok(app.origin, 'createEventLink', { token, ...oneOff })).id
  }
  if (names.has('handle')) {
    Object.assign(values, { handle: `host-${hostId.slice(0, 8)}`, slug: 'talk' })
    const body = { handle: values['handle']!, slug: 'talk', isListed: true }
    await ok(app.origin, 'updateEventAddress', { token, params: { id: values['event']! }, body })
  }
  if (names.has('calendar')) {
    const { calendarId } = await ok(app.origin, 'createEvent', { token, body: { title: 'Intro call' } })
    const others = await ok(app.origin, 'listCalendars', { token })
    values['other'] = others.find(({ id }) => id !== calendarId)!.id
    await markCalendarMissing(app.deps, { hostId, calendarId })
    values['calendar'] = calendarId
  }
  if (names.has('connection')) {
    const account = { hostId, id: randomUUID(), provider: 'ics', account: 'feed', name: 'Team' } as const
    await app.db.transaction((tx) => saveConnection(tx, app.deps, account, 'https://feed.example/team.ics'))
    values['connection'] = account.id
  }
  if (names.has('photo')) {
    const photo = photoRow(hostId)
    await app.db.insert(hostPhotos).values(photo)
    values['photo'] = photo.digest
  }
  if (names.has('label')) {
    values['label'] = (await ok(app.origin, 'createLabel', { token, body: { name: 'VIP', color: 'red' } })).id
  }
  if (names.has('schedule')) {
    values['schedule'] = (await ok(app.origin, 'createSchedule', { token, body: { name: 'Office' } })).id
  }
  if (names.has('collection')) {
    const body = { name: 'About you', fields: [{ type: 'single-line', label: 'Company' }] }
    const { id } = await ok(app.origin, 'createCollection', { token, body })
    const share = { params: { id }, body: { email: 'ann@example.com' } }
    const { userId } = await ok(app.origin, 'shareCollection', { token, ...share })
    Object.assign(values, { collection: id, share: userId })
  }
  const opened: Partial<Record<CallerName, Awaited<ReturnType<typeof createBooking>>>> = {}
  if (names.has('booking') || names.has('start')) {
    await Promise.all(
      callers.map(async (caller) => (opened[caller] = await createBooking(hostId, values['event']!, caller))),
    )
  }
  return { token, otherHost, program: program.token, values, opened }
}

const firstFile = (folder: string) =>
  fs.readdirSync(path.join(import.meta.dirname, '../dist/web', folder)).toSorted()[0]!

/** A booking for each caller, so that what one of them does to it doesn't matter to the next. */
async function createBooking(hostId: string, eventId: string, caller: CallerName) {
  const startAt = FIRST_BOOKING_AT + callers.indexOf(caller) * HOUR
  const booking = bookingRow({ hostId, eventId, startAt })
  await app.db.insert(bookings).values(booking)
  const emails = ['gus@example.com', 'eve@example.com']
  await addGuestLinks(app.db, booking, { emails, role: 'guest', includesAnswers: false }, START_OF_TESTS)
  const [guest, removed] = await Promise.all(emails.map((email) => findGuestLink(app.db, booking, email)))
  const nextSlot = new Date(startAt + HOUR / 2).toISOString()
  return { id: booking.id, guestToken: guest!.token, removedGuestId: removed!.id, nextSlot }
}

/** The status, and the code where several have that status. Calls have to document both. */
async function answerFor(row: Row, caller: CallerName, fixture: Fixture): Promise<string> {
  const booking = fixture.opened[caller] ?? shared.opened[caller]!
  const capabilities: Partial<Record<CallerName, string>> = {
    nobody: UNKNOWN_BOOKING,
    guest: booking.guestToken,
  }
  const values: Record<string, string> = {
    ...fixture.values,
    booking: capabilities[caller] ?? booking.id,
    guest: booking.removedGuestId,
    start: booking.nextSlot,
    address: `${caller.replace(' ', '-')}@example.com`,
  }
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
      if (values[name] === undefined) throw new Error(`server/access.test.ts has no value for {${name}}`)
      return values[name]
    })
  const tokens: Partial<Record<CallerName, string>> = {
    expired,
    'signed out': signedOut,
    'other host': fixture.otherHost,
    owner: fixture.token,
    extension: fixture.program,
    // Where the URL names no booking, what opens one is tried as what it is not: a session.
    ...(!row.url.includes('{booking}') && { guest: booking.guestToken, invitee: booking.id }),
  }
  const response = await fetch(app.origin + fill(row.url), {
    method: row.method === 'ANY' ? 'PATCH' : row.method,
    headers: {
      ...(row.url.startsWith(BASE_PATH) && { [CLIENT_HEADER.name]: CLIENT_HEADER.value }),
      ...(tokens[caller] && { authorization: `Bearer ${tokens[caller]}` }),
      ...(row.body && { 'content-type': 'application/json' }),
    },
    ...(row.body && { body: fill(row.body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const { code } = (isJson && !response.ok ? JSON.parse(text) : {}) as { code?: ErrorCode }
  const operation = operations.get(routeKey(row.method, row.url))
  const isKnown = !operation || isDocumented(operation, response.status, code)
  expect(isKnown, `${caller} gets ${response.status} ${text}, which the OpenAPI document leaves out`).toBe(
    true,
  )
  return code === undefined || response.status === 401
    ? String(response.status)
    : `${response.status} ${code}`
}
