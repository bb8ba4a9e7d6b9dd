import type net from 'node:net'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { driverMessage } from './driver-message.ts'
import { migrateDatabase, migrations } from './migrate.ts'
import type { Database, Db } from './database.ts'
import { changesThrough } from './host-changes.ts'
import { BatchingSocket, connectionsOf } from './postgres-connections.ts'

/** An arbitrary number of ours. Processes that start together take turns on this lock. */
const MIGRATION_LOCK = 727_001
/**
 * Migrations can take minutes, whatever the limit on this user's other statements. Who waited for the lock has to see
 * what was committed before.
 */
const BEGIN_MIGRATION =
  'begin isolation level read committed; set local statement_timeout = 0; set local lock_timeout = 0'
/**
 * The server ends longer statements, and the pool closes connections after ten idle seconds, so a live connection is
 * never silent for long.
 */
const TIMEOUT_MS = 15_000
const SILENCE_MS = 20_000
const CONNECT_MS = 10_000
const MAX_CONNECTIONS = 10

export interface PostgresOptions {
  maxConnections?: number | undefined
  /** How long a connection may be silent before it counts as broken. */
  silenceMs?: number | undefined
}

export async function openPostgres(
  givenUrl: string,
  { maxConnections = MAX_CONNECTIONS, silenceMs = SILENCE_MS }: PostgresOptions = {},
): Promise<Database> {
  const url = withFullMode(givenUrl)
  await migrateUnderLock(url)
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: TIMEOUT_MS,
    idle_in_transaction_session_timeout: TIMEOUT_MS,
    pipeline: true,
    stream: () => socketThatGivesUp(silenceMs),
  })
  // The pool replaces a broken connection, and the statement that used it fails. Without a listener, an error
  // on the connection would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const hostChanges = changesThrough(pool)
  const db = Object.assign(drizzle(pool) as unknown as Db, connectionsOf(pool))
  return {
    db,
    kind: 'postgres',
    poolUse: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    hostChanges,
    close: () => pool.end(),
  }
}

/**
 * The driver treats these modes as `verify-full`. It prints ten lines of warnings about that, because its next version
 * won't.
 */
function withFullMode(url: string): string {
  if (/[?&]uselibpqcompat=true(&|$)/.test(url)) return url
  return url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}

/**
 * Uses a separate connection, which may wait for other processes as long as they take. The lock is one of the
 * transaction: a pooler can keep a session when its client leaves, and with it a lock that the next start waits for.
 */
async function migrateUnderLock(url: string): Promise<void> {
  const client = await connect(url)
  try {
    await client.query(BEGIN_MIGRATION)
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const db = drizzle(client) as unknown as Db
    // Drizzle's own `begin` changes nothing then, and its `commit` releases the lock.
    await migrateDatabase(db, () => migrate(drizzle(client), migrations))
  } finally {
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
  const socket = new BatchingSocket()
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('The database stopped responding')))
  return socket
}
