import { and, eq, type SQL, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HOUR, MINUTE } from '../../availability/units.ts'
import {
  call,
  caughtMail,
  googleFault,
  googleLog,
  mailFault,
  ok,
  signIn,
  startTestApp,
  type TestApp,
} from '../../testing/server/test-app.ts'
import { CallPostponed } from '../adapters/calendar-provider.ts'
import { jobs } from '../db/tables/jobs.ts'
import type { Job } from './job.ts'

describe('jobs', () => {
  let app: TestApp
  let hostId: string
  beforeEach(async () => {
    app = await startTestApp({ calendarPollMs: 100 })
  })
  afterEach(() => app.close())

  const book = async (startUTC = '2027-01-04T15:00:00.000Z') => {
    const { sessionToken: token, user } = await signIn(app.origin, 'ada@example.com')
    hostId = user.id
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk', meetVia: 'phone' } })
    await ok(app.origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC },
    })
  }
  const job = async () =>
    (
      await app.db
        .select()
        .from(jobs)
        .where(and(eq(jobs.hostId, hostId), eq(jobs.kind, 'syncCalendarEntry')))
    )[0]!
  const mails = () =>
    app.db
      .select()
      .from(jobs)
      .where(and(eq(jobs.hostId, hostId), eq(jobs.kind, 'sendMail')))
  const inserts = async () =>
    (await googleLog(app.origin)).filter(({ method }) => method === 'events.insert').length

  test('a failed job is retried with growing delays, and not earlier', async () => {
    await googleFault(app.origin, { match: 'events.insert', kind: 'status', status: 500, times: 3 })
    await book()
    let wait = 0
    for (let attempt = 1; attempt <= 3; attempt++) {
      await expect.poll(async () => (await job()).lastError).not.toBeNull()
      await expect.poll(async () => (await job()).attempts).toBe(attempt)
      await expect.poll(async () => (await job()).lockedUntil).toBeNull()
      const { state, runAt } = await job()
      expect(state).toBe('queued')
      const pause = runAt - app.clock.now
      expect(pause).toBeGreaterThan(wait / 2)
      wait = pause
      app.clock.now = runAt - 1
      await ok(app.origin, 'getStateToken')
      expect(await inserts()).toBe(attempt)
      app.clock.now = runAt
    }
    await expect.poll(async () => (await job()).state).toBe('done')
    expect(await inserts()).toBe(4)
  })

  test('a permanently failed job keeps its reason, and runs once the host reconnects', async () => {
    await googleFault(app.origin, { match: 'events.insert', kind: 'status', status: 400, times: 0 })
    await book()
    await expect.poll(async () => (await job()).state).toBe('failed')
    expect((await job()).lastError).toContain('Backend Error')
    app.clock.now += 3 * HOUR
    expect((await job()).attempts).toBe(1)
    await googleFault(app.origin, null)
    await signIn(app.origin, 'ada@example.com')
    await expect.poll(async () => (await job()).state).toBe('done')
  })

  test('a job waits as long as the calendar asks, and is not tried while nobody may call it', async () => {
    const refused = { match: 'events.insert', kind: 'status', status: 429, retryAfter: 600, times: 1 }
    const forWeeks = { ...refused, retryAfter: 30 * 86_400 }
    await googleFault(app.origin, refused)
    await book()
    await expect.poll(async () => (await job()).lastError).not.toBeNull()
    expect((await job()).runAt - app.clock.now).toBe(600_000)
    const breaker = vi.spyOn(app.deps.calendarBreaker, 'run')
    breaker.mockRejectedValue(new CallPostponed(60_000))
    app.clock.now += 600_000
    await expect.poll(async () => (await job()).runAt - app.clock.now).toBeGreaterThanOrEqual(60_000)
    expect(await job()).toMatchObject({ attempts: 1, state: 'queued', lockedUntil: null })
    breaker.mockRestore()
    await googleFault(app.origin, forWeeks)
    app.clock.now += 120_000
    await expect.poll(async () => (await job()).runAt - app.clock.now).toBe(HOUR)
    expect((await job()).state).toBe('queued')
    app.clock.now += HOUR
    await expect.poll(async () => (await job()).state).toBe('done')
    expect(await inserts()).toBe(3)
  })

  test("a dead process's job is taken over when its lock expires", async () => {
    await googleFault(app.origin, { match: 'events.insert', kind: 'status', status: 500, times: 1 })
    await book()
    await expect.poll(async () => (await job()).lastError).not.toBeNull()
    // The state that a killed process leaves behind.
    await app.db.update(jobs).set({ lockedUntil: app.clock.now + MINUTE, runAt: app.clock.now })
    app.clock.now += MINUTE - 1
    await ok(app.origin, 'getStateToken')
    expect((await job()).state).toBe('queued')
    app.clock.now += 2
    await expect.poll(async () => (await job()).state).toBe('done')
  })

  test("a process whose job was taken over leaves the other's lock alone", async () => {
    await googleFault(app.origin, { match: 'events.insert', kind: 'status', status: 500, times: 1 })
    await book()
    await expect.poll(async () => (await job()).lastError).not.toBeNull()
    const tried = Promise.withResolvers<never>()
    const run = vi.spyOn(app.deps.calendarBreaker, 'run').mockReturnValue(tried.promise)
    app.clock.now = (await job()).runAt
    await expect.poll(async () => (await job()).lockedUntil).not.toBeNull()
    // It is locked before it runs, and nobody would handle the rejection yet.
    await expect.poll(() => run.mock.calls.length).toBeGreaterThan(0)
    const lockedUntil = app.clock.now + MINUTE + 1
    await app.db
      .update(jobs)
      .set({ lockedUntil })
      .where(eq(jobs.id, (await job()).id))
    tried.reject(new CallPostponed(60_000))
    await app.stop()
    expect(await job()).toMatchObject({ state: 'queued', attempts: 2, lockedUntil })
  })

  test('a running job is released when the server stops, but not an email, which may have arrived', async () => {
    // Neither Google nor the mail server answers while the test runs.
    await mailFault(app.origin, { kind: 'hang', to: 'bob@example.com' })
    await googleFault(app.origin, { match: 'events.insert', kind: 'latency', ms: 60_000, times: 0 })
    await book()
    await expect.poll(async () => (await job()).lockedUntil).not.toBeNull()
    const stopped = app.stop()
    // In the meantime, open pages are served and load balancers learn to send no more requests.
    expect((await call(app.origin, 'getStateToken')).status).toBe(200)
    expect((await fetch(`${app.origin}/readyz`)).status).toBe(503)
    expect((await job()).lockedUntil).not.toBeNull()
    await expect.poll(async () => (await job()).lockedUntil, { timeout: 40_000 }).toBeNull()
    expect((await job()).state).toBe('queued')
    expect((await mails()).map(({ lockedUntil }) => lockedUntil)).toContain(app.clock.now + MINUTE)
    await stopped
  }, 60_000)

  const sent = sql`new.state = 'done' and new.kind = 'sendMail'`
  const tries = () => app.db.execute(sql`select is_called from tries`)
  /** The database refuses this often to record jobs that match. */
  async function refuseToRecord(match: SQL, times: number) {
    // A sequence counts what is rolled back, too.
    await app.db.execute(sql`create sequence tries`)
    await app.db.execute(sql`
      create function refuse() returns trigger language plpgsql as
      $$ begin if nextval('tries') > ${sql.raw(String(times))} then return new; end if; raise exception 'No connection'; end $$`)
    await app.db.execute(sql`
      create trigger refuse before update on jobs for each row
      when (${match}) execute function refuse()`)
  }

  test('an email that was sent while the database was away is recorded later, and sent once', async () => {
    await refuseToRecord(sent, 2)
    await book()
    const ofBooking = async () => (await mails()).filter(({ payload }) => payload['kind'] === 'booked')
    await expect
      .poll(async () => (await ofBooking()).map(({ state, attempts }) => ({ state, attempts })))
      .toEqual([
        { state: 'done', attempts: 1 },
        { state: 'done', attempts: 1 },
      ])
    expect(await caughtMail(app.origin, 'bob@example.com')).toHaveLength(1)
  })

  test('a process that couldn’t record its own email leaves others the time to record theirs', async () => {
    await refuseToRecord(sent, 1)
    await book()
    const confirmations = async () => (await mails()).filter(({ payload }) => payload['kind'] === 'booked')
    const states = async () => (await confirmations()).map(({ state }) => state)
    await expect.poll(states).toEqual(['done', 'done'])
    const [{ id }] = (await confirmations()) as [Job]
    // What another process did in the outage, whose lock has ended since.
    const lockedUntil = app.clock.now + MINUTE / 4
    await app.db.update(jobs).set({ state: 'queued', lockedUntil }).where(eq(jobs.id, id))
    const theirs = async () => (await mails()).find((mail) => mail.id === id)
    app.clock.now += MINUTE / 2
    await book('2027-01-04T16:00:00.000Z')
    await expect.poll(async () => (await states()).filter((state) => state === 'done')).toHaveLength(3)
    expect(await theirs()).toMatchObject({ state: 'queued', attempts: 1, lockedUntil })
    // Nobody recorded it, so its process is dead.
    app.clock.now += MINUTE / 2
    await expect.poll(theirs).toMatchObject({ state: 'done', attempts: 2 })
  })

  test('a job that failed while the database was away holds up no others once it is back', async () => {
    const match = sql`new.kind = 'syncCalendarEntry' and old.last_error is null and new.last_error is not null`
    await refuseToRecord(match, 2)
    await googleFault(app.origin, { match: 'events.insert', kind: 'status', status: 500, times: 1 })
    await book()
    await expect.poll(async () => (await job()).lastError).not.toBeNull()
    expect(await job()).toMatchObject({ state: 'queued', attempts: 1, lockedUntil: null })
  })

  test('a job that can’t be recorded as failed is tried again when its lock ends', async () => {
    const match = sql`new.kind = 'syncCalendarEntry' and new.last_error is not null`
    await refuseToRecord(match, 1_000_000)
    await googleFault(app.origin, { match: 'events.insert', kind: 'status', status: 500, times: 0 })
    await book()
    await expect.poll(tries).toMatchObject({ rows: [{ is_called: true }] })
    const { attempts, lockedUntil } = await job()
    expect(attempts).toBe(1)
    // Once other processes had the time to record theirs.
    await expect
      .poll(async () => {
        app.clock.now += 5000
        return (await job()).attempts
      })
      .toBe(2)
    expect(app.clock.now).toBeGreaterThan(lockedUntil!)
  })

  test('an email that was sent, but not recorded, may have arrived', async () => {
    await refuseToRecord(sent, 1_000_000)
    await book()
    await expect.poll(tries).toMatchObject({ rows: [{ is_called: true }] })
    await app.stop()
    const tried = (await mails()).filter(({ attempts }) => attempts > 0)
    expect(tried.length).toBeGreaterThan(0)
    for (const mail of tried)
      expect(mail).toMatchObject({ state: 'queued', lockedUntil: app.clock.now + MINUTE, attempts: 1 })
  }, 60_000)
})
