import { count, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds, openTestDatabase } from '../../testing/databases/databases.ts'
import { callBudgets } from './tables/calendars.ts'
import type { Database, Tx } from './database.ts'
import { insertRows } from './insert-rows.ts'
import { withoutWaiting } from './last-writes.ts'
import { jobs } from './tables/jobs.ts'

describe.each(databaseKinds)('a transaction that fails on the %s database', (kind) => {
  let database: Database
  let dispose: () => Promise<void>
  beforeAll(async () => {
    const opened = await openTestDatabase({ database: kind })
    database = opened.database
    dispose = opened.dispose
  })
  beforeEach(() => database.db.delete(callBudgets))
  afterAll(async () => {
    await database.close()
    await dispose()
  })

  const write = (tx: Tx) => insertRows(tx, callBudgets, [{ windowStart: 0, leased: 1 }])
  const written = async () => (await database.db.select({ rows: count() }).from(callBudgets))[0]!.rows

  test('leaves nothing behind if a write that nobody waits for could not be sent', async () => {
    const transaction = database.db.transaction(async (tx) => {
      await write(tx)
      const unencodable = { payload: { count: 1n } } as never
      withoutWaiting(tx, insertRows(tx, jobs, [unencodable]))
    })
    await expect(transaction).rejects.toThrow(TypeError)
    expect(await written()).toBe(0)
  })

  test.runIf(kind === 'postgres')('says why if the connection is gone before it is undone', async () => {
    const transaction = database.db.transaction(async (tx) => {
      await write(tx)
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {})
      throw new Error('the reason')
    })
    await expect(transaction).rejects.toThrow('the reason')
    await database.db.transaction(async (tx) => expect(await tx.$count(callBudgets)).toBe(0))
  })

  test.runIf(kind === 'postgres')(
    'leaves nothing behind if the server lost its prepared statements',
    async () => {
      await database.db.transaction(write)
      await database.db.delete(callBudgets)
      await database.db.execute(sql`deallocate all`)
      const transaction = database.db.transaction(async (tx) => {
        await tx.insert(callBudgets).values({ windowStart: 0, leased: 1 })
        await write(tx)
      })
      await expect(transaction).rejects.toThrow()
      expect(await written()).toBe(0)
    },
  )
})
