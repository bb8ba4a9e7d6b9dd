import { randomBytes } from 'node:crypto'
import dns from 'node:dns'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { HOUR } from '../../availability/units.ts'
import { freshDatabase } from '../../testing/databases/databases.ts'
import { type FlakyNetwork, startFlakyNetwork } from '../../testing/databases/flaky-network.ts'
import { call, ok, signIn, startTestApp, type TestApp } from '../../testing/server/test-app.ts'

// A busy disk is silent for longer than a second.
const SILENCE_MS = 3000

type Answer = (error: Error) => void

describe('a PostgreSQL server with a problem', () => {
  // A superuser would be exempt from limits.
  const role = `app_${randomBytes(6).toString('hex')}`
  let admin: pg.Client
  let network: FlakyNetwork
  let app: TestApp
  let name: string
  let bookingUrlId: string
  let startAt = Date.parse('2027-01-05T14:00Z')
  beforeAll(async () => {
    const { where } = await freshDatabase('postgres')
    const url = new URL((where as { url: string }).url)
    name = url.pathname.slice(1)
    admin = new pg.Client({ connectionString: url.href })
    await admin.connect()
    await admin.query(`
      create role ${role} login password '${role}';
      grant all on database ${name} to ${role};
      grant all on schema public, drizzle to ${role};
      grant all on all tables in schema public, drizzle to ${role}`)
    network = await startFlakyNetwork({ host: url.hostname, port: Number(url.port) })
    url.username = role
    url.password = role
    const through = new URL(network.through(url.href))
    through.hostname = 'localhost'
    app = await startTestApp({ databaseUrl: through.href, databaseSilenceMs: SILENCE_MS })
    const { sessionToken: token } = await signIn(app.origin, 'ada@example.com')
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
    bookingUrlId = event.bookingUrlId
  })
  afterAll(async () => {
    await app.close()
    await network.close()
    await admin.query(`drop owned by ${role}; drop role ${role}`)
    await admin.end()
  })

  const book = () =>
    call(app.origin, 'createBooking', {
      query: { bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC: new Date(startAt).toISOString() },
    })
  const endConnections = () =>
    admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`)
  /** Until it is stopped, ends each statement that waits for a table, as the server itself does after a time. */
  const cancelStatements = () => {
    const cancel = `
      select pg_cancel_backend(pid) from pg_locks join pg_database on database = pg_database.oid
      where datname = '${name}' and not granted`
    const stop = new AbortController()
    const canceling = (async () => {
      while (!stop.signal.aborted) await admin.query(cancel)
    })()
    return () => {
      stop.abort()
      return canceling
    }
  }
  let stopCanceling: () => Promise<void>
  const refused = { status: 503, code: 'database_unreachable' }

  test.each([
    { problem: 'stopped', begin: () => network.refuse(), end: () => network.accept() },
    ...['ENOTFOUND', 'EAI_AGAIN'].map((code) => ({
      // Of a container that is being replaced.
      problem: `whose name is unknown (${code})`,
      begin: async () => {
        vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, _options: object, answer: Answer) =>
          process.nextTick(answer, Object.assign(new Error(`getaddrinfo ${code}`), { code }))) as never)
        await endConnections()
      },
      end: () => void vi.restoreAllMocks(),
    })),
    {
      problem: 'that is silent',
      begin: async () => {
        // Leaves a connection open, which the booking then uses.
        await fetch(`${app.origin}/readyz`)
        network.swallow()
      },
      end: () => Promise.resolve(),
    },
    {
      problem: 'whose disk is full',
      begin: () =>
        admin.query(`
          create function refuse() returns trigger language plpgsql as
            $$ begin raise 'No space left on device' using errcode = '53100'; end $$;
          create trigger full_disk before insert on bookings execute function refuse()`),
      end: () => admin.query('drop function refuse cascade'),
    },
    {
      problem: 'without free connections',
      begin: async () => {
        await admin.query(`alter role ${role} connection limit 0`)
        await endConnections()
      },
      end: () => admin.query(`alter role ${role} connection limit -1`),
    },
    {
      problem: 'that refuses sessions, as poolers do for many reasons',
      begin: async () => {
        await admin.query(`alter role ${role} nologin`)
        await endConnections()
      },
      end: () => admin.query(`alter role ${role} login`),
    },
    {
      problem: 'that is a standby after a failover',
      begin: async () => {
        await admin.query(`alter database ${name} set default_transaction_read_only = on`)
        await endConnections()
      },
      // Connections that were opened before stay read-only.
      end: () => admin.query(`alter database ${name} reset default_transaction_read_only`),
    },
    {
      problem: 'that gives up a statement',
      begin: async () => {
        await admin.query('begin; lock table bookings')
        stopCanceling = cancelStatements()
      },
      end: async () => {
        await stopCanceling()
        await admin.query('rollback')
      },
    },
    {
      problem: 'whose sessions are killed in the middle of a booking',
      begin: async () => {
        await admin.query('begin; lock table bookings')
        const booking = book()
        const waiting = `select from pg_stat_activity where usename = '${role}' and wait_event_type = 'Lock'`
        await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(1)
        await endConnections()
        expect(await booking).toMatchObject(refused)
        await network.refuse()
      },
      end: async () => {
        await admin.query('rollback')
        await network.accept()
      },
    },
  ])('$problem: 503 and nothing half done, then it works again', async ({ begin, end }) => {
    startAt += HOUR / 2
    const bookings = async () => (await admin.query('select from bookings')).rowCount
    const before = await bookings()
    await begin()
    const answer = await book()
    expect(answer).toMatchObject(refused)
    expect(answer.headers.get('retry-after')).toBe('10')
    await end()
    expect(await bookings()).toBe(before)
    // Connections that broke unnoticed may fail once more.
    const outcome = async () => {
      const reply = await book()
      return reply.success ? reply.status : reply.error
    }
    await expect.poll(outcome, { timeout: 20_000 }).toBe(201)
    expect(await bookings()).toBe(before! + 1)
    expect((await fetch(`${app.origin}/readyz`)).status).toBe(200)
  })

  test('who can only read from it is not ready', async () => {
    const ready = async () => (await fetch(`${app.origin}/readyz`)).status
    const read = async () => (await call(app.origin, 'getPublicEvent', { params: { bookingUrlId } })).status
    await admin.query(`alter database ${name} set default_transaction_read_only = on`)
    await endConnections()
    await expect.poll(read).toBe(200)
    expect(await ready()).toBe(503)
    await admin.query(`alter database ${name} reset default_transaction_read_only`)
    await expect.poll(ready).toBe(200)
  })
})
