import { expect, test, vi } from 'vitest'
import { freePort } from '../../testing/databases/postgres.ts'
import { rawGet } from '../../testing/server/raw-request.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn, startTestApp } from '../../testing/server/test-app.ts'
import { CalendarError } from '../adapters/calendar-provider.ts'
import { poolOf } from '../jobs/job.ts'
import { calendarMirrors } from '../db/tables/calendars.ts'

const token = 'a-token-for-the-scraper'
const app = setUpApp({ database: 'postgres', calendarPollMs: 100, metrics: { token } })

/** Without background work, so that everything stays queued. */
const idle = setUpApp({ metrics: { token } })

const scrape = async (origin = app.origin, authorization = `Bearer ${token}`) =>
  rawGet(`${origin}/metrics`, authorization ? { authorization } : {})

/** The value of a series, whatever the order of its labels. */
function valueOf(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const line = text.split('\n').find((one) => {
    const found = /^(\w+)(?:\{(.*)\})? /.exec(one)
    if (found?.[1] !== name) return false
    return Object.entries(labels).every(([key, value]) => found[2]?.includes(`${key}="${value}"`))
  })
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')))
}

async function book(origin: string) {
  const { sessionToken } = await signIn(origin, 'ada@example.com')
  const event = await ok(origin, 'createEvent', { token: sessionToken, body: { title: 'Secret talk' } })
  const { id } = await ok(origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: { fullName: 'Bob', email: 'bob@example.com', startUTC: '2027-01-05T15:00:00.000Z' },
  })
  return { id, event, sessionToken }
}

test('counts requests by route, jobs, mirrors, mails and connections, without anything personal', async () => {
  const { id, event, sessionToken } = await book(app.origin)
  await ok(app.origin, 'getBooking', { params: { id } })
  await fetch(`${app.origin}/booking-confirmation/${id}?bookingJustCreated=true`)
  await call(app.origin, 'getBooking', { params: { id: 'unknown' } })
  await fetch(`${app.origin}/somewhere/else`)
  const done = { kind: 'sendMail', state: 'done' }
  // A mail counts as sent before its job is done.
  await expect.poll(async () => valueOf((await scrape()).text, 'boomtime_jobs', done)).toBe(2)

  const { status, headers, text } = await scrape()
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const name = 'boomtime_http_request_duration_seconds_count'
  const route = '/api/webapp/boomEventsBookings/:id'
  expect(valueOf(text, name, { method: 'GET', route, status: '200' })).toBe(1)
  expect(valueOf(text, name, { method: 'GET', route, status: '404' })).toBe(1)
  expect(valueOf(text, name, { route: '/booking-confirmation/:bookingId', status: '200' })).toBe(1)
  expect(valueOf(text, 'boomtime_jobs', done)).toBe(2)
  expect(valueOf(text, 'boomtime_mails_total', { result: 'sent' })).toBe(2)
  expect(valueOf(text, 'boomtime_calendar_mirrors', { age: '1m' })).toBe(1)
  expect(valueOf(text, 'boomtime_calendar_connections', { provider: 'google', state: 'connected' })).toBe(1)
  expect(valueOf(text, 'boomtime_database_connections', { state: 'requested' })).toBe(0)
  expect(valueOf(text, 'boomtime_database_up')).toBe(1)
  expect(valueOf(text, 'process_cpu_seconds_total')).toBeGreaterThan(0)
  for (const secret of [
    id,
    event.id,
    event.bookingUrlId,
    'example.com',
    'Secret',
    sessionToken,
    token,
    'else',
  ])
    expect(text).not.toContain(secret)
})

test('shows what has never failed as 0, so that alerts see the first failure', async () => {
  const { text } = await scrape(idle.origin)
  for (const kind of Object.keys(poolOf))
    expect([kind, valueOf(text, 'boomtime_jobs', { kind, state: 'failed' })]).toEqual([kind, 0])
  for (const result of ['sent', 'refused', 'failed'])
    expect([result, valueOf(text, 'boomtime_mails_total', { result })]).toEqual([result, 0])
})

test('shows how long due jobs and old mirrors have been waiting', async () => {
  await book(idle.origin)
  idle.clock.now += 90_000
  const { text } = await scrape(idle.origin)
  expect(valueOf(text, 'boomtime_jobs', { kind: 'sendMail', state: 'queued' })).toBeGreaterThan(1)
  // Emails wait for a few seconds, in case the booking changes again.
  const dueAge = valueOf(text, 'boomtime_jobs_due_age_seconds', { kind: 'sendMail' })
  expect(dueAge).toBeGreaterThan(60)
  expect(dueAge).toBeLessThanOrEqual(90)
  expect(valueOf(text, 'boomtime_calendar_mirrors', { age: '15m' })).toBe(1)
  expect(valueOf(text, 'boomtime_calendar_mirror_oldest_age_seconds')).toBe(90)
  expect(valueOf(text, 'boomtime_calendar_polls_due_age_seconds')).toBe(90)
  expect(valueOf(text, 'boomtime_calendar_mirrors_failing')).toBe(0)
  await idle.db.update(calendarMirrors).set({ failures: 3 })
  const failing = (await scrape(idle.origin)).text
  expect(valueOf(failing, 'boomtime_calendar_mirrors_failing')).toBe(1)
  await idle.db.update(calendarMirrors).set({ nextPollAt: Infinity })
  const unused = (await scrape(idle.origin)).text
  expect(valueOf(unused, 'boomtime_calendar_mirrors', { age: '15m' })).toBe(0)
  expect(valueOf(unused, 'boomtime_calendar_mirrors_failing')).toBe(0)
})

test('shows that the calendar provider answers nobody', async () => {
  expect(valueOf((await scrape(idle.origin)).text, 'boomtime_calendar_circuit_open')).toBe(0)
  const down = () => Promise.reject(new CalendarError('unreachable', 'No'))
  for (const host of ['a', 'b', 'c', 'd', 'e'])
    await idle.deps.calendarBreaker.run(host, down).catch(() => {})
  expect(valueOf((await scrape(idle.origin)).text, 'boomtime_calendar_circuit_open')).toBe(1)
})

test('answers without the database, and says so', async () => {
  vi.spyOn(app.db, 'select').mockImplementation(() => {
    throw new Error('terminating connection')
  })
  const { status, text } = await scrape()
  expect([status, valueOf(text, 'boomtime_database_up')]).toEqual([200, 0])
})

test('needs the token, from any host name', async () => {
  for (const authorization of ['', 'Bearer wrong', `Basic ${token}`, 'Bearer']) {
    const { status, text } = await scrape(app.origin, authorization)
    expect([authorization, status, text]).toEqual([authorization, 401, 'Send METRICS_TOKEN\n'])
  }
  const bySelf = { host: '10.0.0.7:3000', authorization: `Bearer ${token}` }
  expect((await rawGet(`${app.origin}/metrics`, bySelf)).status).toBe(200)
})

test('exists only if it is configured, and only on its own port if there is one', async () => {
  const plain = await startTestApp({ database: 'embedded' })
  const port = await freePort()
  const separate = await startTestApp({ database: 'embedded', metrics: { port } })
  try {
    expect((await scrape(plain.origin)).status).toBe(404)
    expect((await scrape(separate.origin)).status).toBe(404)
    const { status, text } = await scrape(`http://127.0.0.1:${port}`, '')
    expect([status, valueOf(text, 'boomtime_database_up')]).toEqual([200, 1])
    expect(text).not.toContain('boomtime_database_connections')
  } finally {
    await plain.close()
    await separate.close()
  }
  await expect(scrape(`http://127.0.0.1:${port}`)).rejects.toThrow()
})
