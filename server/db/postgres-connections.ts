import net from 'node:net'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db, Tx } from './database.ts'
import { commitWithLastWrites, whyUndone } from './last-writes.ts'
import { isUnreachable } from './sql-errors.ts'

/**
 * Statements that are started together arrive together: sending and receiving one costs both ends more than answering a
 * short one.
 */
export class BatchingSocket extends net.Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}

/**
 * Not prepared, unlike what follows it: if the server had lost its prepared statements, a prepared one would fail, and
 * the statements that were sent along with it would each be committed on their own.
 */
const BEGIN = 'begin'
const COMMIT = { name: 'commit', text: 'commit' }

/** What Drizzle makes of a connection: once, because its prepared statements are part of it. */
interface Connection {
  client: pg.PoolClient
  db: Db
  tx: Tx
  /** A transaction may still be open in it. */
  isSpoiled: boolean
}

/** How `Db` uses single connections of a pool. */
export function connectionsOf(pool: pg.Pool): Pick<Db, 'together' | 'transaction'> {
  const known = new WeakMap<pg.PoolClient, Connection>()
  async function withConnection<Result>(act: (connection: Connection) => Promise<Result>): Promise<Result> {
    const client = await pool.connect()
    let isBroken = false
    try {
      const connection = known.get(client) ?? (await openConnection(client))
      known.set(client, connection)
      return await act(connection)
    } catch (error) {
      // After a failover, a connection to the old server would reject every change as long as it is open.
      isBroken = isUnreachable(error)
      throw error
    } finally {
      // Drizzle's own transactions never release it if BEGIN fails.
      client.release(isBroken || known.get(client)?.isSpoiled)
    }
  }
  return {
    together: (run) => withConnection(({ db }) => run(db)),
    transaction: (run) => withConnection((connection) => inTransaction(connection, run)),
  }
}

async function openConnection(client: pg.PoolClient): Promise<Connection> {
  const db: Db = Object.assign(drizzle(client) as unknown as Omit<Db, 'together'>, {
    together: <Result>(run: (same: Db) => Promise<Result>) => run(db),
  })
  let tx: Tx | undefined
  await db.transaction(async (given) => void (tx = given))
  return { client, db, tx: tx!, isSpoiled: false }
}

async function inTransaction<Result>(
  connection: Connection,
  run: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const { client, tx } = connection
  // Sent along with the first statements. Only a lost connection makes it fail, and then they never arrive.
  const begun = client.query(BEGIN)
  begun.catch(() => {})
  try {
    const result = await run(tx)
    await begun
    await commitWithLastWrites(tx, () => client.query(COMMIT))
    return result
  } catch (error) {
    const reason = whyUndone(tx, error)
    await client.query('rollback').catch(() => (connection.isSpoiled = true))
    throw reason
  }
}
