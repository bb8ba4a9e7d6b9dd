import net from 'node:net'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { migrateDatabase, migrations, driverMessage } from './migrate.ts'
import type { Database, Db } from './database.ts'

/** Any number that is ours: processes that start together take turns on it. */
const MIGRATION_LOCK = 727_001
/** The server ends what takes longer, and the pool closes what rests for ten seconds: each connection is heard of before. */
const TIMEOUT_MS = 15_000
const SILENCE_MS = 20_000
const CONNECT_MS = 10_000

/** `silenceMs`: when a connection that nothing is heard from counts as broken. */
export async function openPostgres(url: string, silenceMs = SILENCE_MS): Promise<Database> {
  await bringTablesUpToDate(url)
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: TIMEOUT_MS,
    idle_in_transaction_session_timeout: TIMEOUT_MS,
    stream: () => socketThatGivesUp(silenceMs),
  })
  // A connection that breaks is replaced by the pool, and what it was used for fails. Without a listener, idle or in use, it
  // would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = drizzle(pool) as unknown as Db
  db.transaction = transactionsOf(pool)
  return { db, kind: 'postgres', close: () => pool.end() }
}

/** On a connection of its own, which may wait for others as long as they take. */
async function bringTablesUpToDate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw new Error(`Connecting to the database failed: ${driverMessage(error)}. Check DATABASE_URL.`, {
      cause: error,
    })
  })
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const db = drizzle(client)
    await migrateDatabase(db, () => migrate(db, migrations))
  } finally {
    // And with the session the lock.
    await client.end()
  }
}

/** The network may drop a connection without a word to either end. */
function socketThatGivesUp(silenceMs: number): net.Socket {
  const socket = new net.Socket()
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('The database stopped responding')))
  return socket
}

/** Drizzle's own keep the connection for ever where their BEGIN fails. */
function transactionsOf(pool: pg.Pool): Db['transaction'] {
  const ofConnection = new WeakMap<pg.PoolClient, Db>()
  return async (run, config) => {
    const client = await pool.connect()
    const known = ofConnection.get(client) ?? drizzle(client)
    ofConnection.set(client, known)
    try {
      return await known.transaction(run, config)
    } finally {
      client.release()
    }
  }
}
