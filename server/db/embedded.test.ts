import fs from 'node:fs'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../../testing/databases/databases.ts'
import { openEmbedded } from './embedded.ts'
import { openDatabase } from './open.ts'
import type { Database, Db } from './database.ts'
import { signInAttempts } from './tables/sign-in-attempts.ts'

let dir: string
let database: Database
let db: Db

let dispose: () => Promise<void>

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const fresh = await freshDatabase('embedded')
  dir = (fresh.where as { dir: string }).dir
  dispose = fresh.dispose
  database = await openEmbedded(dir)
  db = database.db
})
beforeEach(() => db.delete(signInAttempts))
afterAll(async () => {
  vi.useRealTimers()
  await database.close()
  await dispose()
})

const row = (stateHash: string) => ({ stateHash, codeVerifier: '', nonce: '', expiresAt: 0 })
const insert = (stateHash: string, within: Pick<Db, 'insert'> = db) =>
  within.insert(signInAttempts).values(row(stateHash))
const stored = async () =>
  (await db.select({ id: signInAttempts.stateHash }).from(signInAttempts)).map(({ id }) => id).toSorted()

describe('committed data is on disk', () => {
  test('the engine runs with fsync, through the replaced call', async () => {
    const [settings] = await db
      .select({
        fsync: sql`current_setting('fsync')`,
        method: sql`current_setting('wal_sync_method')`,
        commit: sql`current_setting('synchronous_commit')`,
      })
      .from(sql`(values (1)) as one`)
    expect(settings).toEqual({ fsync: 'on', method: 'fsync', commit: 'on' })
  })

  test('each commit syncs the write-ahead log before it is acknowledged', async () => {
    const wal = path.join(dir, 'pg_wal') + path.sep
    const opened = vi.spyOn(fs, 'openSync')
    const synced = vi.spyOn(fs, 'fsyncSync')
    onTestFinished(() => void vi.restoreAllMocks())
    // The engine keeps the log open. With a new log file, the spy sees which one it is.
    await db.execute(sql`select pg_switch_wal()`)
    await insert('first')
    const logs = new Set(
      opened.mock.results.flatMap(({ value }, call) =>
        path.normalize(String(opened.mock.calls[call]![0])).startsWith(wal) ? [value as number] : [],
      ),
    )
    for (const id of ['second', 'third']) {
      synced.mockClear()
      await insert(id)
      expect(synced.mock.calls.filter(([file]) => logs.has(file))).not.toEqual([])
    }
  })
})

describe("the log doesn't grow forever", () => {
  /** Where recovery would start; nothing before it needs the log. The offset is from PostgreSQL's ControlFileData. */
  const redo = () => fs.readFileSync(path.join(dir, 'global/pg_control')).readBigUInt64LE(40)
  const written = async () => {
    const [end] = await db
      .select({ lsn: sql<string>`(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text` })
      .from(sql`(values (1)) as one`)
    return BigInt(end!.lsn)
  }

  test('a checkpoint every few minutes', async () => {
    await insert('one')
    const before = await written()
    expect(redo()).toBeLessThan(before)
    vi.advanceTimersByTime(300_000)
    await vi.waitFor(() => expect(redo()).toBeGreaterThanOrEqual(before), 10_000)
  })

  test('and on close', async () => {
    await insert('one')
    const before = await written()
    expect(redo()).toBeLessThan(before)
    await database.close()
    expect(redo()).toBeGreaterThanOrEqual(before)
    database = await openEmbedded(dir)
    db = database.db
  })
})

describe('the one connection', () => {
  test('a bare BEGIN is rejected and undone without affecting other callers', async () => {
    const [begun, ...others] = await Promise.allSettled([
      db.execute(sql`begin`),
      insert('a neighbour'),
      db.execute(sql`rollback`),
    ])
    expect(begun).toMatchObject({
      status: 'rejected',
      reason: { cause: { message: /BEGIN.*db\.transaction/ } },
    })
    expect(others[0].status).toBe('fulfilled')
    expect(await stored()).toEqual(['a neighbour'])
  })

  test('using the outer handle inside a transaction is rejected instead of deadlocking', async () => {
    // A separate database, because a deadlocked one couldn't be closed or used by later tests.
    const fresh = await freshDatabase('embedded')
    onTestFinished(fresh.dispose)
    const { db: outer, close } = await openDatabase(fresh.where)
    await expect(
      outer.transaction(async (tx) => {
        await insert('inside', tx)
        await insert('outside', outer)
      }),
    ).rejects.toMatchObject({ cause: { message: /inside a transaction/ } })
    await expect(outer.transaction(() => outer.transaction(async () => {}))).rejects.toThrow(
      /inside a transaction/,
    )
    expect(await outer.select().from(signInAttempts)).toEqual([])
    await close()
  })

  test('work started in a transaction may use the outer handle after it ends', async () => {
    let later = Promise.resolve()
    const over = Promise.withResolvers<void>()
    await db.transaction(async (tx) => {
      await insert('inside', tx)
      later = over.promise.then(async () => {
        await insert('later')
      })
    })
    over.resolve()
    await later
    expect(await stored()).toEqual(['inside', 'later'])
  })

  test('a long row of calls lets timers and the network in', async () => {
    const onTimer = vi.fn<() => void>()
    setTimeout(onTimer)
    for (let call = 0; call < 30; call++) await db.execute(sql`select 1`)
    expect(onTimer).toHaveBeenCalled()
  })

  test('closing waits for earlier callers', async () => {
    const before = ['one', 'two', 'three'].map((id) => db.transaction((tx) => insert(id, tx)))
    await Promise.all([...before, database.close()])
    database = await openEmbedded(dir)
    db = database.db
    expect(await stored()).toEqual(['one', 'three', 'two'])
  })

  test("50 concurrent transactions and 50 single statements don't mix", async () => {
    const numbers = Array.from({ length: 50 }, (_, index) => String(index).padStart(2, '0'))
    const isKept = (number: string) => Number(number) % 3 > 0
    const seen: string[][] = []
    const transactions = numbers.map((number) =>
      db
        .transaction(async (tx) => {
          await insert(`${number} a`, tx)
          const unfinished = await tx
            .select()
            .from(signInAttempts)
            .where(eq(signInAttempts.nonce, 'unfinished'))
          seen.push(unfinished.map(({ stateHash }) => stateHash))
          await tx.update(signInAttempts).set({ nonce: 'unfinished' })
          await insert(`${number} b`, tx)
          await tx.update(signInAttempts).set({ nonce: '' })
          if (!isKept(number)) throw new Error('changed my mind')
        })
        .catch(() => {}),
    )
    await Promise.all([...transactions, ...numbers.map((number) => insert(`${number} c`))])
    expect(await stored()).toEqual(
      numbers.flatMap((number) =>
        isKept(number) ? [`${number} a`, `${number} b`, `${number} c`] : [`${number} c`],
      ),
    )
    expect(seen).toEqual(numbers.map(() => []))
  })
})
