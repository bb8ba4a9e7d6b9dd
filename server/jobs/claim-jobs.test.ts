import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../availability/units.ts'
import { databaseKinds, freshDatabase } from '../../testing/databases/databases.ts'
import type { Database, Tx } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { hosts } from '../db/tables/hosts.ts'
import { jobs } from '../db/tables/jobs.ts'
import type { Deps } from '../adapters/deps.ts'
import { jobClaimer } from './claim-jobs.ts'
import type { Job, JobHandlers, JobPool } from './job.ts'
import { rescheduleJobs } from './reschedule-jobs.ts'
import { startWorker } from './worker.ts'

describe.each(databaseKinds)('claiming jobs on the %s database', (kind) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let database: Database
  let now = Date.parse('2027-01-04T13:00:00Z')
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    database = await openDatabase(fresh.where)
  })
  afterEach(async () => {
    await database.db.delete(hosts)
  })
  afterAll(async () => {
    await database.close()
    await fresh.dispose()
  })

  const claimer = (pool: JobPool = 'mail') => jobClaimer({ db: database.db, now: () => now }, pool)
  const idOf = (host: number) => `${host}`.padStart(8, '0') + '-0000-4000-8000-000000000000'
  const queue = async (host: number, count: number, more: Partial<typeof jobs.$inferInsert> = {}) => {
    const hostId = idOf(host)
    await database.db
      .insert(hosts)
      .values({
        id: hostId,
        googleSub: hostId,
        email: `${host}@example.com`,
        name: '',
        firstName: '',
        lastName: '',
        createdAt: now,
      })
      .onConflictDoNothing()
    await database.db.insert(jobs).values(
      Array.from({ length: count }, () => ({
        hostId,
        id: randomUUID(),
        kind: 'sendMail',
        pool: 'mail' as const,
        isDue: true,
        payload: {},
        state: 'queued' as const,
        runAt: now,
        createdAt: now,
        ...more,
      })),
    )
  }
  const hostsOf = (claimed: readonly Job[]) =>
    claimed.map(({ hostId }) => Number(hostId.slice(0, 8))).toSorted((a, b) => a - b)

  test('a backlog leaves room for the next job of another host, across processes', async () => {
    await queue(1, 50)
    const [first, second] = [claimer(), claimer()]
    expect(hostsOf(await first(4, []))).toEqual([1, 1])
    expect(hostsOf(await first(2, []))).toEqual([])
    expect(hostsOf(await second(4, []))).toEqual([])
    await queue(2, 1, { runAt: now })
    expect(hostsOf(await first(2, []))).toEqual([2])
    // A process that died frees its share when its claims expire.
    now += MINUTE + 1
    expect(hostsOf(await second(1, []))).toEqual([1])
  })

  test('after an outage, what others did in it is not claimed before they can record it', async () => {
    await queue(1, 1)
    await queue(2, 1, { runAt: now + HOUR })
    const [sending, other] = [claimer(), claimer()]
    expect(hostsOf(await sending(4, []))).toEqual([1])
    await database.db.execute(sql`alter table jobs rename to away`)
    now += HOUR
    await expect(other(4, [])).rejects.toThrow()
    await database.db.execute(sql`alter table away rename to jobs`)
    expect(hostsOf(await other(4, []))).toEqual([2])
    // Nobody recorded it, so its process is dead.
    now += MINUTE
    expect(hostsOf(await other(4, []))).toEqual([1])
  })

  test('claims of a clock that ran ahead and was corrected hold nothing up', async () => {
    await queue(1, 3, { runAt: now - 2 * HOUR })
    expect(await claimer()(2, [])).toHaveLength(2)
    now -= HOUR
    expect(hostsOf(await claimer()(4, []))).toEqual([1, 1])
  })

  test('jobs that a clock put off which ran ahead are due once that is corrected, but not planned ones', async () => {
    const refused = { queueName: 'q', position: 1, runAt: now + 2 * HOUR, isDue: false, attempts: 3 }
    const change = { ...refused, attempts: 0, runAt: now + HOUR }
    const held = { ...refused, attempts: 0, isHeld: true }
    const waiting = { queueName: 'q', position: 2, createdAt: now + HOUR, runAt: now + HOUR }
    await queue(1, 1, refused)
    await queue(2, 1, change)
    await queue(3, 1, { ...held, runAt: now + 2 * HOUR })
    await queue(4, 1, { ...held, runAt: now + 3 * HOUR })
    await queue(5, 1, { payload: { kind: 'reminder' }, isDue: false, runAt: now + 24 * HOUR })
    await queue(6, 1, { ...refused, payload: { kind: 'reminder' } })
    await queue(7, 1, { ...refused, uncertainAttempts: 3, runAt: now + 6 * HOUR })
    for (const host of [1, 2, 8]) await queue(host, 1, waiting)
    const claim = claimer()
    expect(await claim(8, [])).toEqual([])
    await rescheduleJobs({ db: database.db, now: () => now })
    expect(hostsOf(await claim(8, []))).toEqual([1, 4, 6, 8])
  })

  test('hosts take turns, however old the jobs of others are', async () => {
    const claim = claimer()
    for (const host of [1, 2, 3]) await queue(host, 4, { runAt: now - host * MINUTE })
    const turns: number[] = []
    for (let turn = 0; turn < 6; turn++) turns.push(...hostsOf(await claim(1, [])))
    expect(turns).toEqual([1, 2, 3, 1, 2, 3])
    expect(await claim(4, [])).toEqual([])
  })

  test('each job is claimed by one of several processes, due ones only, in the order of its queue', async () => {
    for (let host = 1; host <= 20; host++) {
      await queue(host, 1, { queueName: 'q', position: 1 })
      await queue(host, 1, { queueName: 'q', position: 2 })
      await queue(host, 1, { runAt: now + MINUTE })
      await queue(host, 1, { kind: 'syncCalendarEntry', pool: 'provider' })
    }
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimer()(4, [])))
    const claimed = claims.flat()
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(claimed.length)
    expect(new Set(claimed.map(({ position }) => position))).toEqual(new Set([1]))
    const rest = await claimer()(50, [])
    expect(hostsOf([...claimed, ...rest])).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  test("a job doesn't wait for an earlier one that may have been done, unless it is running", async () => {
    const earlier = { queueName: 'q', position: 1, runAt: now + 10 * MINUTE, isDue: false, attempts: 1 }
    const running = { ...earlier, uncertainAttempts: 1, lockedUntil: now + MINUTE }
    await queue(1, 1, earlier)
    await queue(2, 1, { ...earlier, uncertainAttempts: 1 })
    await queue(3, 1, running)
    for (const host of [1, 2, 3]) await queue(host, 1, { queueName: 'q', position: 2 })
    const claim = claimer()
    expect(hostsOf(await claim(4, []))).toEqual([2])
    now += MINUTE + 1
    expect(hostsOf(await claim(4, []))).toContain(3)
  })

  test('jobs for later are claimed once their time has come', async () => {
    const claim = claimer()
    await queue(1, 1, { isDue: false, runAt: now + MINUTE })
    expect(await claim(4, [])).toEqual([])
    now += MINUTE
    expect(hostsOf(await claim(4, []))).toEqual([1])
  })

  test('calendars that hang leave other hosts their places', async () => {
    const calendarJob = { kind: 'syncCalendarEntry', pool: 'provider' } as const
    for (let host = 1; host <= 6; host++) await queue(host, 2, calendarJob)
    const { promise: done, resolve } = Promise.withResolvers<number>()
    const hanging = Promise.withResolvers<void>()
    const worker = startWorker(
      { db: database.db, now: () => now } as Deps,
      {
        syncCalendarEntry: async (_, { hostId }) => {
          if (hostId === idOf(7)) return resolve(7)
          await hanging.promise
        },
      } as JobHandlers,
    )
    try {
      await expect
        .poll(async () => (await database.db.select().from(jobs)).filter(({ lockedUntil }) => lockedUntil))
        .toHaveLength(12)
      await queue(7, 1, calendarJob)
      worker.wake()
      expect(await done).toBe(7)
    } finally {
      hanging.resolve()
      await worker.stop()
    }
  })

  /** How many rows and index entries of jobs this connection has read. */
  const rowsRead = async (tx: Tx) => {
    const [read] = await tx.select({ rows: sql<number>`sum(pg_stat_get_xact_tuples_returned(oid))::int` })
      .from(sql`pg_class where oid = 'jobs'::regclass
        or oid in (select indexrelid from pg_index where indrelid = 'jobs'::regclass)`)
    return read!.rows
  }
  test.each([
    { backlog: 'due mails', more: {} },
    { backlog: 'mails for later', more: { isDue: false, runAt: Date.parse('2028-01-01') } },
  ])('$backlog cost the claims of calendar jobs nothing', async ({ more }) => {
    for (let host = 1; host <= 10; host++) await queue(host, 500, more)
    await queue(11, 1, { kind: 'syncCalendarEntry', pool: 'provider' })
    await database.db.execute(sql`analyze jobs`)
    await database.db.transaction(async (tx) => {
      const before = await rowsRead(tx)
      expect(hostsOf(await jobClaimer({ db: tx, now: () => now }, 'provider')(4, []))).toEqual([11])
      expect((await rowsRead(tx)) - before).toBeLessThan(50)
    })
  })
})
