import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { DatabaseKind } from '../testing/databases/databases.ts'
import { onEachDatabase } from './on-each-database.ts'
import { ok, signIn, startTestApp, type TestApp } from '../testing/server/test-app.ts'
import { jobClaimer } from '../server/jobs/claim-jobs.ts'
import type { JobPool } from '../server/jobs/job.ts'
import { jobs } from '../server/db/tables/jobs.ts'

const BACKLOG = 5000
const QUEUED = 500_000

/** How many hosts share the queued emails. */
const HOST_COUNTS = [1, 100_000]

/** Smaller than what the database's time limit allows on a slow machine. */
const CHUNK = 50_000
const TURNS = 5
const CLAIMS = 21
const WAIT_LIMIT_MS = 2000
const CLAIM_LIMIT_MS = 5

/**
 * Measures how long a host's email waits behind 5,000 emails of another host, and how long each pool's claim takes
 * among 500,000 queued emails. Returns the limits that are exceeded.
 */
export const measureJobs = (): Promise<string[]> => onEachDatabase(measureOn)

async function measureOn(kind: DatabaseKind): Promise<string[]> {
  const app = await startTestApp({ database: kind, calendarPollMs: 60_000 })
  try {
    const busy = await bookingOf(app, 'busy@example.com')
    const other = await bookingOf(app, 'other@example.com')
    // Older than the other host's, which would put the whole backlog first.
    await insertMails(app, busy, BACKLOG, app.clock.now - 60_000)
    let longest = 0
    for (let turn = 0; turn < TURNS; turn++) longest = Math.max(longest, await waitOf(app, other))
    const left = await app.db.$count(jobs, and(eq(jobs.hostId, busy.hostId), eq(jobs.state, 'queued')))
    await app.stop()
    const cases = [{ case: `${kind}, behind ${BACKLOG} emails`, ms: longest, limit: WAIT_LIMIT_MS }]
    await app.db.execute(sql`truncate jobs`)
    await medianClaim(app, 'provider')
    for (const hostCount of HOST_COUNTS) {
      await insertLoad(app, hostCount)
      for (const pool of ['provider', 'mail'] as const) {
        const name = `${kind}, a ${pool} claim among ${QUEUED} emails of ${hostCount} hosts`
        cases.push({ case: name, ms: await medianClaim(app, pool), limit: CLAIM_LIMIT_MS })
      }
    }
    console.table(cases)
    return [
      ...(left === 0 ? [`${kind}: the backlog was gone before the last email was queued`] : []),
      ...cases
        .filter((one) => one.ms > one.limit)
        .map((one) => `${one.case}: took ${one.ms} ms; the limit is ${one.limit}`),
    ]
  } finally {
    await app.close()
  }
}

interface MailedBooking {
  hostId: string
  bookingId: string
}

async function bookingOf(app: TestApp, email: string): Promise<MailedBooking> {
  const { sessionToken: token, user } = await signIn(app.origin, email)
  const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Intro call' } })
  const { id } = await ok(app.origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: { fullName: 'Bob', email: 'bob@example.com', startUTC: '2027-01-05T15:00:00.000Z' },
  })
  return { hostId: user.id, bookingId: id }
}

async function insertMails(
  app: TestApp,
  { hostId, bookingId }: MailedBooking,
  count: number,
  at: number,
): Promise<void> {
  const payload = {
    bookingId,
    kind: 'changed',
    role: 'guest',
    to: 'guest@example.com',
    startAt: at,
    endAt: at + 1_800_000,
    sequence: 1,
    message: '',
    previousStartAt: null,
  }
  const rows = Array.from({ length: count }, () => ({
    hostId,
    id: randomUUID(),
    kind: 'sendMail',
    pool: 'mail' as const,
    isDue: true,
    payload,
    state: 'queued' as const,
    runAt: at,
    createdAt: at,
  }))
  for (let done = 0; done < count; done += 1000)
    await app.db.insert(jobs).values(rows.slice(done, done + 1000))
}

/** Milliseconds from queueing an email until a worker takes it on. */
async function waitOf(app: TestApp, booking: MailedBooking): Promise<number> {
  await insertMails(app, booking, 1, app.clock.now)
  const begin = performance.now()
  const isWaiting = and(
    eq(jobs.hostId, booking.hostId),
    eq(jobs.attempts, 0),
    sql`${jobs.payload} ->> 'kind' = 'changed'`,
  )
  while ((await app.db.$count(jobs, isWaiting)) > 0 && performance.now() - begin < 10 * WAIT_LIMIT_MS)
    await delay(20)
  return Math.round(performance.now() - begin)
}

/** Replaces all jobs. Four of five are due, the others are reminders for later. */
async function insertLoad(app: TestApp, hostCount: number): Promise<void> {
  const at = new Date(app.clock.now).toISOString()
  await app.db.execute(sql`truncate jobs`)
  await app.db.execute(sql`delete from hosts where google_sub like 'load%'`)
  await app.db.execute(sql`
    insert into hosts (id, google_sub, email, name, first_name, last_name, created_at)
    select gen_random_uuid(), 'load' || n, 'load' || n || '@example.com', '', '', '', ${at}::timestamptz
    from generate_series(1, ${hostCount}::int) n`)
  for (let done = 0; done < QUEUED; done += CHUNK)
    await app.db.execute(sql`
    insert into jobs (host_id, id, kind, pool, payload, state, run_at, is_due, created_at, queue_name, position)
    select h.id, gen_random_uuid(), 'sendMail', 'mail', '{}', 'queued',
      ${at}::timestamptz + case when n % 5 > 0 then interval '0' else interval '1 day' end, n % 5 > 0,
      ${at}::timestamptz, 'queue' || n, 0
    from generate_series(${done}::int, ${done + CHUNK - 1}::int) n
    join hosts h on h.google_sub = 'load' || (n / 5 % ${hostCount}::int + 1)`)
  await app.db.execute(sql`vacuum analyze jobs`)
}

async function medianClaim(app: TestApp, pool: JobPool): Promise<number> {
  const claim = jobClaimer({ db: app.db, now: () => app.clock.now }, pool)
  const times: number[] = []
  for (let round = 0; round < CLAIMS; round++) {
    const begin = performance.now()
    await claim(4, [])
    times.push(performance.now() - begin)
  }
  return Math.round(times.toSorted((a, b) => a - b)[CLAIMS >> 1]! * 10) / 10
}
