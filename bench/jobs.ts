import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { databaseKinds, type DatabaseKind, setup } from '../testing/databases.ts'
import { ok, signIn, startTestApp, type TestApp } from '../testing/test-app.ts'
import { jobClaimer } from '../server/jobs/claim-jobs.ts'
import { mailJobKinds } from '../server/jobs/job.ts'
import { jobs } from '../server/db/schema.ts'

const BACKLOG = 5000
const QUEUED = 100_000
const HOSTS = 1000
const TURNS = 5
const CLAIMS = 21
const WAIT_LIMIT_MS = 2000
const CLAIM_LIMIT_MS: Readonly<Record<DatabaseKind, number>> = { postgres: 25, embedded: 75 }

/**
 * Measures how long a host's email waits behind 5,000 emails of another host, and how long claiming jobs takes among 100,000
 * queued ones. Returns the limits that are exceeded.
 */
export async function measureJobs(): Promise<string[]> {
  const end = await setup()
  try {
    const failures: string[] = []
    for (const kind of databaseKinds) failures.push(...(await measureOn(kind)))
    return failures
  } finally {
    await end()
  }
}

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
    await insertLoad(app)
    const claim = await medianClaim(app)
    console.table([
      { case: `${kind}, behind ${BACKLOG} emails`, ms: longest, limit: WAIT_LIMIT_MS },
      { case: `${kind}, a claim among ${QUEUED} jobs`, ms: claim, limit: CLAIM_LIMIT_MS[kind] },
    ])
    return [
      ...(left === 0 ? [`${kind}: the backlog was gone before the last email was queued`] : []),
      ...(longest > WAIT_LIMIT_MS
        ? [`${kind}: an email waited ${longest} ms; the limit is ${WAIT_LIMIT_MS}`]
        : []),
      ...(claim > CLAIM_LIMIT_MS[kind]
        ? [`${kind}: a claim took ${claim} ms; the limit is ${CLAIM_LIMIT_MS[kind]}`]
        : []),
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

/** Many hosts: half of the jobs are due, the others are reminders for later. */
async function insertLoad(app: TestApp): Promise<void> {
  const at = new Date(app.clock.now).toISOString()
  await app.db.execute(sql`
    insert into hosts (id, google_sub, email, name, first_name, last_name, created_at)
    select gen_random_uuid(), 'load' || n, 'load' || n || '@example.com', '', '', '', ${at}::timestamptz
    from generate_series(1, ${HOSTS}::int) n`)
  await app.db.execute(sql`
    insert into jobs (host_id, id, kind, payload, state, run_at, created_at, queue_name, position)
    select h.id, gen_random_uuid(), 'sendMail', '{}', 'queued',
      ${at}::timestamptz + case when n % 2 = 0 then interval '0' else interval '1 day' end,
      ${at}::timestamptz, 'queue' || n, 0
    from hosts h, generate_series(1, ${QUEUED / HOSTS}::int) n where h.google_sub like 'load%'`)
  await app.db.execute(sql`vacuum analyze jobs`)
}

async function medianClaim(app: TestApp): Promise<number> {
  const claim = jobClaimer({ db: app.db, now: () => app.clock.now }, mailJobKinds)
  const times: number[] = []
  for (let round = 0; round < CLAIMS; round++) {
    const begin = performance.now()
    await claim(4, [])
    times.push(performance.now() - begin)
  }
  return Math.round(times.toSorted((a, b) => a - b)[CLAIMS >> 1]! * 10) / 10
}
