import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../testing/databases/databases.ts'
import { type FlakyNetwork, startFlakyNetwork } from '../../testing/databases/flaky-network.ts'
import type { Database, Tx } from './database.ts'
import { isUnreachable } from './sql-errors.ts'
import { openPostgres } from './postgres.ts'

const SILENCE_MS = 700
const CONNECTIONS = 10
/** More than there are connections. */
const MANY = 15

describe('broken PostgreSQL connections', () => {
  let network: FlakyNetwork
  let throughNetwork: string
  let database: Database
  let dispose: () => Promise<void>
  beforeEach(async () => {
    const fresh = await freshDatabase('postgres')
    dispose = fresh.dispose
    const { url } = fresh.where as { url: string }
    network = await startFlakyNetwork({ host: new URL(url).hostname, port: Number(new URL(url).port) })
    throughNetwork = network.through(url)
    database = await openPostgres(throughNetwork)
  })
  afterEach(async () => {
    await network.close()
    await database.close()
    await dispose()
  })

  const ask = (tx: Pick<Tx, 'execute'>) => tx.execute(sql`select 1`)
  const many = <Result>(act: () => Promise<Result>) => Promise.allSettled(Array.from({ length: MANY }, act))
  const lost = (results: PromiseSettledResult<unknown>[]) =>
    results.filter((result) => result.status === 'rejected' && isUnreachable(result.reason)).length

  test('running work fails, also between statements of a transaction, and the next call works', async () => {
    const { promise: isCut, resolve: goOn } = Promise.withResolvers<void>()
    let inside = 0
    const open = many(() =>
      database.db.transaction(async (tx) => {
        await ask(tx)
        inside++
        await isCut
        await ask(tx)
      }),
    )
    await expect.poll(() => inside).toBe(CONNECTIONS)
    network.cut()
    goOn()
    expect(lost(await open)).toBe(CONNECTIONS)
    await database.db.transaction(ask)
  })

  test('a connection to a server that no longer takes changes is replaced', async () => {
    const change = (tx: Tx) => tx.execute(sql`delete from sign_in_attempts`)
    await database.db.transaction((tx) =>
      tx.execute(sql`set session characteristics as transaction read only`),
    )
    expect(lost(await Promise.allSettled([database.db.transaction(change)]))).toBe(1)
    await database.db.transaction(change)
  })

  test('silent connections are dropped and free their places', async () => {
    const impatient = await openPostgres(throughNetwork, { silenceMs: SILENCE_MS })
    onTestFinished(() => impatient.close())
    const { db } = impatient
    await many(() => ask(db))
    network.swallow()
    const losses = async () => lost(await many(() => db.transaction(ask)))
    expect(await losses()).toBeGreaterThan(0)
    // A machine that is busy for as long loses more.
    await expect.poll(losses).toBe(0)
  })
})
