import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { bringUpToDate, migrations, driverMessage } from './migrate.ts'
import type { Database, Db } from './open.ts'
import * as schema from './schema.ts'

/** Any number that is ours: processes that start together take turns on it. */
const MIGRATION_LOCK = 727_001

export async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  try {
    const client = await pool.connect().catch((error: unknown) => {
      throw new Error(`The database cannot be used: ${driverMessage(error)}. Check DATABASE_URL.`, {
        cause: error,
      })
    })
    try {
      await client.query('set statement_timeout = 0')
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
      const db = drizzle(client, { schema })
      await bringUpToDate(db, () => migrate(db, migrations))
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    } finally {
      // Ends the session, and with it the lock and the lifted timeout.
      client.release(true)
    }
  } catch (error) {
    await pool.end()
    throw error
  }
  return { db: drizzle(pool, { schema }) as unknown as Db, kind: 'postgres', close: () => pool.end() }
}
