import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds, openTestDatabase } from '../../testing/databases/databases.ts'
import type { Database, Db, Tx } from './database.ts'
import { insertRows } from './insert-rows.ts'
import { withoutWaiting } from './last-writes.ts'
import { commitsLater, prepared } from './prepared.ts'
import { rateLimits } from './tables/requests.ts'
import { hosts } from './tables/hosts.ts'
import { sqlState } from './sql-errors.ts'

const row = (addressHash: string) => ({ addressHash, windowStart: 1_800_000_000_000, attempts: 1 })

describe.each(databaseKinds)('transactions on the %s database', (kind) => {
  let opened: { database: Database; dispose(): Promise<void> }
  let db: Db
  beforeAll(async () => {
    opened = await openTestDatabase({ database: kind })
    db = opened.database.db
  })
  afterAll(async () => {
    await opened.database.close()
    await opened.dispose()
  })
  const stored = async () =>
    (await db.select().from(rateLimits).orderBy(rateLimits.addressHash)).map((one) => one.addressHash)

  test('a last write that fails undoes the transaction, and the next one is unaffected', async () => {
    await insertRows(db, rateLimits, [row('taken')])
    const failure = await db
      .transaction(async (tx) => {
        withoutWaiting(tx, insertRows(tx, rateLimits, [row('new')]))
        withoutWaiting(tx, insertRows(tx, rateLimits, [row('taken')]))
      })
      .catch((error: unknown) => error)
    expect(sqlState(failure)).toBe('23505')
    expect(await stored()).toEqual(['taken'])
    await db.transaction(async (tx) => withoutWaiting(tx, insertRows(tx, rateLimits, [row('other')])))
    expect(await stored()).toEqual(['other', 'taken'])
  })

  test('a last write that fails is the reason why later statements are refused', async () => {
    const failure = await db
      .transaction(async (tx) => {
        withoutWaiting(tx, insertRows(tx, rateLimits, [row('twice'), row('twice')]))
        await insertRows(tx, rateLimits, [row('after')])
      })
      .catch((error: unknown) => error)
    expect(sqlState(failure)).toBe('23505')
  })

  test('an error after a last write undoes it', async () => {
    const refused = db.transaction(async (tx) => {
      withoutWaiting(tx, insertRows(tx, rateLimits, [row('undone')]))
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect(await stored()).not.toContain('undone')
  })

  test('statements that start together run in order', async () => {
    const name = sql.placeholder('name')
    const setName = prepared((one) =>
      one.select({ set: sql`set_config('test.name', ${name}, true)` }).from(ONE),
    )
    const getName = prepared((one) => one.select({ name: sql`current_setting('test.name')` }).from(ONE))
    const answers = await db.transaction((tx) =>
      Promise.all([setName(tx, { name: 'a' }), getName(tx, {}), setName(tx, { name: 'b' }), getName(tx, {})]),
    )
    expect(answers.map(([first]) => Object.values(first!)[0])).toEqual(['a', 'a', 'b', 'b'])
  })

  test('rows keep their values, whatever their number', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => row(`row ${n}`))
    for (const count of [1, 2, 17]) await insertRows(db, rateLimits, rows.splice(0, count))
    const found = (await db.select().from(rateLimits)).filter((one) => one.addressHash.startsWith('row'))
    expect(
      found.toSorted((a, b) => a.addressHash.localeCompare(b.addressHash, 'en', { numeric: true })),
    ).toEqual(Array.from({ length: 20 }, (_, n) => row(`row ${n}`)))
  })

  test('what is null stays null', async () => {
    const names = { email: 'maya@example.com', name: 'Maya', firstName: 'Maya', lastName: '' }
    const host = {
      ...names,
      id: randomUUID(),
      googleSub: 'maya',
      pictureUrl: null,
      createdAt: 0,
      deletedAt: null,
    }
    await insertRows(db, hosts, [host])
    const [found] = await db.select().from(hosts)
    expect(found).toMatchObject(host)
  })

  test('a commit that may be lost says nothing about the next one', async () => {
    const relaxed = prepared((one) => one.select({ is: commitsLater }).from(ONE))
    const setting = prepared((one) =>
      one.select({ now: sql`current_setting('synchronous_commit')` }).from(ONE),
    )
    const before = await setting(db, {})
    await db.together(async (one) => {
      await relaxed(one, {})
      expect(await setting(one, {})).toEqual(before)
    })
  })

  test('calls on one connection at a time share it', async () => {
    const pid = prepared((one) => one.select({ pid: sql`pg_backend_pid()` }).from(ONE))
    const [first, second] = await db.together((one) => Promise.all([pid(one, {}), pid(one, {})]))
    expect(first).toEqual(second)
  })

  test.runIf(kind === 'embedded')('a statement after the end of its transaction is refused', async () => {
    let ended: Tx | undefined
    await db.transaction(async (tx) => void (ended = tx))
    await expect(insertRows(ended!, rateLimits, [row('late')])).rejects.toMatchObject({
      cause: { message: /transaction is over/ },
    })
  })
})

const ONE = sql`(select 1) as one`
