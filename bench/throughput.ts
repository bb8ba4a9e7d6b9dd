import { type ChildProcess, fork } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import pg from 'pg'
import { Pool } from 'undici'
import { buildRequest } from '../contract/api/client.ts'
import { routes } from '../contract/api/routes.ts'
import { startPostgres } from '../testing/databases/postgres.ts'
import { ok, signIn, startTestApp } from '../testing/server/test-app.ts'
import type { Started } from './booking-server.ts'

const HOSTS = 200
const CONNECTIONS = 32
const ROUNDS = 7
const ROUND_MS = 2000
/** Bookings per second as a share of bare transactions per second. */
const LIMIT = 0.3

interface BookedHost {
  hostId: string
  bookingUrlId: string
  /** The slots that are left. */
  starts: string[]
}

/**
 * Measures how many bookings one server process makes durable per second, as a share of the bare transactions that
 * PostgreSQL makes durable for as many connections: locking a host, inserting a booking and two jobs. Returns the
 * limits it exceeds.
 */
export async function measureThroughput(): Promise<string[]> {
  const postgres = await startPostgres({ isDurable: true })
  const google = await startTestApp({ databaseUrl: postgres.url })
  const server = fork(path.join(import.meta.dirname, 'booking-server.js'), [postgres.url, google.origin])
  const clients = new pg.Pool({ connectionString: postgres.url, max: CONNECTIONS })
  try {
    const [{ origin }] = (await once(server, 'message')) as [Started]
    const api = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 })
    const hosts = await createHosts(origin)
    const book = () => bookOne(api, hosts)
    const act = () => bareTransaction(clients, hosts)
    const databaseMs = () => databaseCpu(clients)
    const driverMs = async () => cpuMs(process.cpuUsage())
    const serverMs = () => cpuOf(server)
    await rateOf(book, [])
    const bare: Rate[] = []
    const booked: Rate[] = []
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await rateOf(act, [driverMs, databaseMs]))
      booked.push(await rateOf(book, [serverMs, databaseMs]))
    }
    await api.close()
    const ratio = (of: (rate: Rate) => number) =>
      median(booked.map((rate, round) => of(rate) / of(bare[round]!)))
    const share = ratio(({ perSecond }) => perSecond)
    const work = 1 / ratio(({ cpu: [client, database] }) => client! + database!)
    console.table([row('bare transaction', bare), row('booking', booked)])
    console.log(
      `Bookings per second: ${share.toFixed(3)} of bare transactions; per second of CPU: ${work.toFixed(3)}`,
    )
    return share < LIMIT
      ? [`Bookings per second were ${share.toFixed(3)} of bare transactions; the limit is ${LIMIT}`]
      : []
  } finally {
    server.disconnect()
    await once(server, 'exit')
    await clients.end()
    await google.close()
    await postgres.stop()
  }
}

async function createHosts(origin: string): Promise<BookedHost[]> {
  const hosts: BookedHost[] = []
  let starts: string[] | null = null
  while (hosts.length < HOSTS) {
    const { sessionToken: token, user } = await signIn(origin, `host${hosts.length}@example.com`)
    const event = await ok(origin, 'createEvent', { token, body: { title: 'Intro call' } })
    // All hosts have the same hours.
    starts ??= await startsOf(origin, event.id)
    hosts.push({ hostId: user.id, bookingUrlId: event.bookingUrlId, starts: [...starts] })
  }
  return hosts
}

async function startsOf(origin: string, id: string): Promise<string[]> {
  const query = { dateFrom: '2027-01-05', dateTo: '2027-03-05', timezone: 'America/New_York' }
  const slots = await ok(origin, 'listSlots', { params: { id }, query })
  return slots.map(({ startUtc }) => startUtc)
}

interface Rate {
  perSecond: number
  /** Milliseconds of CPU for each: of who talks to the database, and of the database. */
  cpu: number[]
}

/** How often `act` succeeds per second if each of `CONNECTIONS` callers waits for its answer before it goes on. */
async function rateOf(act: () => Promise<void>, clocks: readonly (() => Promise<number>)[]): Promise<Rate> {
  const before = await Promise.all(clocks.map((clock) => clock()))
  const begin = performance.now()
  let done = 0
  const caller = async () => {
    for (; performance.now() - begin < ROUND_MS; done++) await act()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, caller))
  const seconds = (performance.now() - begin) / 1000
  const after = await Promise.all(clocks.map((clock) => clock()))
  return { perSecond: done / seconds, cpu: after.map((ms, n) => (ms - before[n]!) / done) }
}

const row = (name: string, rates: readonly Rate[]) => ({
  case: name,
  'per second': Math.round(median(rates.map(({ perSecond }) => perSecond))),
  'client CPU ms': median(rates.map(({ cpu }) => cpu[0]!)).toFixed(2),
  'database CPU ms': median(rates.map(({ cpu }) => cpu[1]!)).toFixed(2),
})

const cpuMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

async function cpuOf(server: ChildProcess): Promise<number> {
  server.send('cpu')
  return cpuMs(((await once(server, 'message')) as [NodeJS.CpuUsage])[0])
}

/** Of PostgreSQL's processes, in milliseconds. */
async function databaseCpu(clients: pg.Pool): Promise<number> {
  const { rows } = await clients.query<{ pid: number }>('select pid from pg_stat_activity')
  const ticks = rows.map(({ pid }) => {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return Number(user) + Number(system)
  })
  return 10 * ticks.reduce((a, b) => a + b, 0)
}

async function bookOne(api: Pool, hosts: readonly BookedHost[]): Promise<void> {
  const { bookingUrlId, starts } = hosts[randomInt(hosts.length)]!
  // Every second slot: a host's events have a buffer.
  const startUTC = starts.shift()
  starts.shift()
  const parts = {
    query: { bookingUrlId },
    body: { fullName: 'Bob Marsh', email: `bob${randomInt(1e9)}@example.com`, startUTC },
  }
  const { url, method, headers, body } = buildRequest(routes.createBooking, parts, {
    'content-type': 'application/json',
    // Each address may book a hundred times an hour.
    'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    'idempotency-key': randomUUID(),
  })
  const answer = await api.request({
    path: url,
    method,
    headers,
    body,
  })
  const text = await answer.body.text()
  if (answer.statusCode !== 201 && answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`)
}

async function bareTransaction(clients: pg.Pool, hosts: readonly BookedHost[]): Promise<void> {
  const { hostId } = hosts[randomInt(hosts.length)]!
  const client = await clients.connect()
  try {
    await client.query('begin')
    await client.query('select id from hosts where id = $1 for no key update', [hostId])
    const start = new Date(Date.parse('2100-01-01') + randomInt(2 ** 40)).toISOString()
    await client.query(
      `insert into bookings (host_id, id, status, title, description, meet_via, timezone, calendar_id, calendar_entry_id,
        full_name, email, start_at, end_at, search_who, search_what, created_at, updated_at)
      values ($1, $2, 'canceled', 'Intro call', '', 'google-meet', 'America/New_York', 'primary', $2,
        'Bob Marsh', 'bob@example.com', $3, $3::timestamptz + interval '30 minutes', 'BOB MARSH', 'INTRO CALL', $3, $3)`,
      [hostId, randomUUID(), start],
    )
    await client.query(
      `insert into jobs (host_id, id, kind, pool, payload, state, run_at, is_due, created_at)
      values ($1, $2, 'sendMail', 'mail', '{}', 'queued', $4, true, $4), ($1, $3, 'sendMail', 'mail', '{}', 'queued', $4, true, $4)`,
      [hostId, randomUUID(), randomUUID(), start],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
