import { randomInt, randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../server/db/database.ts'
import type { DatabaseKind } from '../testing/databases/databases.ts'
import { ok, signIn, startTestApp, type TestApp } from '../testing/server/test-app.ts'
import { onEachDatabase } from './on-each-database.ts'

const FEW = 1000
const MANY = 100_000
const ASKED = 40
const ROUNDS = 7
const COPIES_AT_ONCE = 5000
const ORIGINAL = 'original@example.com'
const MONTH = { dateFrom: '2027-01-05', dateTo: '2027-02-05', timezone: 'America/New_York' }
/** How much longer a request may take among many hosts. */
const LIMIT = 1.3

type Call = 'slots' | 'booking' | 'list'

interface AskedHost {
  token: string
  eventId: string
  bookingUrlId: string
  /** The slots that are left. */
  starts: string[]
}

interface Installation {
  app: TestApp
  asked: AskedHost[]
  /** Milliseconds. */
  times: Record<Call, number[]>
}

/**
 * Measures how long slots, bookings and the list of bookings take among 100,000 hosts and among 1,000: the medians of
 * the same 40 hosts, whose answers aren't kept. Returns the limits that are exceeded.
 */
export const measureHosts = (): Promise<string[]> => onEachDatabase(measureOn)

async function measureOn(kind: DatabaseKind): Promise<string[]> {
  const few = await startWith(kind, FEW)
  const many = await startWith(kind, MANY)
  try {
    // In turns, because the machine may become slower.
    for (let round = 0; round < ROUNDS; round++) for (const one of [few, many]) await askEach(one, round > 0)
    const figures = (['slots', 'booking', 'list'] as const).map((name) => {
      const [alone, among] = [median(few.times[name]), median(many.times[name])]
      return {
        case: `${kind}, ${name}`,
        [`ms, ${FEW}`]: alone,
        [`ms, ${MANY}`]: among,
        times: Math.round((among / alone) * 100) / 100,
      }
    })
    console.table(figures)
    return figures
      .filter(({ times }) => times > LIMIT)
      .map((one) => `${one.case}: ${one.times} times as long; the limit is ${LIMIT}`)
  } finally {
    await few.app.close()
    await many.app.close()
  }
}

const median = (values: number[]) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]! * 100) / 100

async function startWith(kind: DatabaseKind, hosts: number): Promise<Installation> {
  const app = await startTestApp({ database: kind, trustProxy: 1 })
  await createHost(app, ORIGINAL)
  const asked: AskedHost[] = []
  while (asked.length < ASKED) asked.push(await createHost(app, `host${asked.length}@example.com`))
  await copyHost(app.db, hosts)
  return { app, asked, times: { slots: [], booking: [], list: [] } }
}

async function createHost({ origin }: TestApp, email: string): Promise<AskedHost> {
  const { sessionToken: token } = await signIn(origin, email)
  const event = await ok(origin, 'createEvent', { token, body: { title: 'Intro call' } })
  const slots = await ok(origin, 'listSlots', { params: { id: event.id }, query: MONTH })
  const starts = slots.map(({ startUtc }) => startUtc)
  const host = { token, eventId: event.id, bookingUrlId: event.bookingUrlId, starts }
  await book(origin, host)
  return host
}

const book = (origin: string, { bookingUrlId, starts }: AskedHost) =>
  ok(origin, 'createBooking', {
    query: { bookingUrlId },
    body: { fullName: 'Bob Marsh', email: `bob.${randomUUID()}@example.com`, startUTC: starts.shift()! },
    headers: { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` },
  })

async function askEach({ app: { origin }, asked, times }: Installation, counts: boolean): Promise<void> {
  const timed = async (name: Call, act: () => Promise<unknown>) => {
    const begin = performance.now()
    await act()
    if (counts) times[name].push(performance.now() - begin)
  }
  for (const host of asked) {
    // After it, no kept answer fits.
    await timed('booking', () => book(origin, host))
    await timed('slots', () => ok(origin, 'listSlots', { params: { id: host.eventId }, query: MONTH }))
    await timed('list', () => ok(origin, 'listBookings', { token: host.token }))
  }
}

/** What each copy of a row changes, as SQL; tables in the order in which their rows depend on one another. */
const changes = {
  hosts: `'id', host, 'google_sub', 'copy' || n, 'email', 'copy' || n || '@example.com'`,
  calendar_connections: `'host_id', host`,
  events: `'host_id', host, 'id', host, 'booking_link_id', 'event_copy' || n`,
  calendar_mirrors: `'host_id', host`,
  calendar_entries: `'host_id', host`,
  bookings: `'host_id', host, 'id', 'copy' || n, 'event_id', host, 'calendar_entry_id', 'copy' || n`,
}

/** Copies a host with its event, its mirror and its booking, without the revisions that triggers count. */
async function copyHost(db: Db, count: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const [table, changed] of Object.entries(changes)) {
      const columns = await storedColumns(tx, table)
      for (let done = 0; done < count; done += COPIES_AT_ONCE) {
        await tx.execute(
          sql.raw(`
            insert into ${table} (${columns}) select ${columns.replaceAll(/[^ ]+/g, 'copy.$&')}
            from ${table} original, generate_series(${done + 1}, ${Math.min(done + COPIES_AT_ONCE, count)}) n,
              lateral (select md5(n::text)::uuid as host) hosts,
              lateral jsonb_populate_record(original, jsonb_build_object(${changed})) copy
            where original.${table === 'hosts' ? 'id' : 'host_id'} = (select id from hosts where email = '${ORIGINAL}')`),
        )
      }
    }
  })
  await db.execute(sql`vacuum analyze`)
}

/** A table's columns that aren't generated. */
async function storedColumns(tx: Tx, table: string): Promise<string> {
  const { rows } = (await tx.execute(sql`
    select string_agg(column_name, ', ') as names from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`)) as {
    rows: { names: string }[]
  }
  return rows[0]!.names
}
