import net from 'node:net'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { migrateDatabase, migrations, driverMessage } from './migrate.ts'
import type { Database, Db } from './database.ts'
import { isUnreachable } from './sql-errors.ts'

/** An arbitrary number of ours. Processes that start together take turns on this lock. */
const MIGRATION_LOCK = 727_001
/**
 * The server ends longer statements, and the pool closes connections after ten idle seconds, so a live connection is
 * never silent for long.
 */
const TIMEOUT_MS = 15_000
const SILENCE_MS = 20_000
const CONNECT_MS = 10_000

/** `silenceMs`: how long a connection may be silent before it counts as broken. */
export async function openPostgres(url: string, silenceMs = SILENCE_MS): Promise<Database> {
  await migrateUnderLock(url)
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: TIMEOUT_MS,
    idle_in_transaction_session_timeout: TIMEOUT_MS,
    stream: () => socketThatGivesUp(silenceMs),
  })
  // The pool replaces a broken connection, and the statement that used it fails. Without a listener, an error
  // on the connection would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = drizzle(pool) as unknown as Db
  db.transaction = transactionsOf(pool)
  return {
    db,
    kind: 'postgres',
    poolUse: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

/** Uses a separate connection, which may wait for other processes as long as they take. */
async function migrateUnderLock(url: string): Promise<void> {
  const client = await connect(url)
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const db = drizzle(client)
    await migrateDatabase(db, () => migrate(db, migrations))
  } finally {
    // Ending the session also releases the lock.
    await client.end()
  }
}

/** Throws an Error with a text for people. */
async function connect(url: string): Promise<pg.Client> {
  try {
    // Reads the files that the URL names.
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
    client.on('error', () => {})
    await client.connect()
    return client
  } catch (error) {
    const reason = driverMessage(error)
    const hint = /certificate/i.test(reason)
      ? ' For a private authority, append sslmode=verify-full&sslrootcert=/path/to/ca.pem to it.'
      : ''
    throw new Error(`Connecting to the database failed: ${reason}. Check DATABASE_URL.${hint}`, {
      cause: error,
    })
  }
}

/** The network can drop a connection without notifying either end. */
function socketThatGivesUp(silenceMs: number): net.Socket {
  const socket = new net.Socket()
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('The database stopped responding')))
  return socket
}

/** Drizzle's own transactions never release the connection if BEGIN fails. */
function transactionsOf(pool: pg.Pool): Db['transaction'] {
  const ofConnection = new WeakMap<pg.PoolClient, Db>()
  return async (run, config) => {
    const client = await pool.connect()
    const known = ofConnection.get(client) ?? drizzle(client)
    ofConnection.set(client, known)
    let isBroken = false
    try {
      return await known.transaction(run, config)
    } catch (error) {
      // After a failover, a connection to the old server would reject every change as long as it is open.
      isBroken = isUnreachable(error)
      throw error
    } finally {
      client.release(isBroken)
    }
  }
}
