import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Db, Tx } from './database.ts'
import { queryPrepared } from './embedded-statements.ts'
import { commitWithLastWrites, whyUndone } from './last-writes.ts'
import { prepareText } from './prepared.ts'

const BEGIN = prepareText('begin')
const COMMIT = prepareText('commit')

interface Watchers {
  assertUsable: (text: unknown) => void
  onNotice: (message?: string) => void
  onEnd: () => void
}

interface OneCaller {
  lite: PGlite
  transaction: Db['transaction']
}

/**
 * There is one connection. One call owns it from start to end and never leaves a transaction open. A call inside a
 * transaction is rejected, because it would wait for itself. `assertUsable` throws while the database must not be used
 * for this statement, and `onEnd` is called after each call.
 */
export async function oneCallerAtATime(
  lite: PGlite,
  { assertUsable, onNotice, onEnd }: Watchers,
): Promise<OneCaller> {
  const inside = new AsyncLocalStorage<{ over: boolean }>()
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    // Unawaited work of a transaction may continue after it, and is then outside of it.
    if (inside.getStore()?.over === false) {
      return Promise.reject(
        new Error('The database was used inside a transaction: use the transaction of the callback'),
      )
    }
    const result = last.then(async () => {
      await setImmediate()
      const turn = { over: false }
      let leftOpen = false
      let answer: Answer
      try {
        answer = await inside.run(turn, call)
      } finally {
        turn.over = true
        if (lite.isInTransaction()) {
          leftOpen = true
          await lite.exec('ROLLBACK')
        }
        onEnd()
      }
      if (leftOpen) throw new Error('A bare BEGIN is not allowed: use db.transaction()')
      return answer
    })
    last = result.catch(() => {})
    return result
  }
  const query = queryPrepared(lite, onNotice)
  const inOwnTurn = (given: Parameters<typeof query>): ReturnType<typeof query> =>
    inside.getStore()?.over === false
      ? query(...given)
      : Promise.reject(new Error('The transaction is over: wait for everything that it does'))
  const tx = await transactionOn((...given) => inOwnTurn(given))
  const owning = new Set<PropertyKey>(['exec', 'sql', 'transaction'])
  const proxy = new Proxy(lite, {
    get(target, key) {
      const value: unknown = key === 'query' ? query : Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      const method = value as (...given: unknown[]) => Promise<unknown>
      if (key !== 'query' && !owning.has(key)) return method.bind(target)
      return (...given: unknown[]) =>
        inTurn(() => {
          assertUsable(given[0])
          return method.apply(target, given)
        })
    },
  })
  return {
    lite: proxy,
    transaction: (run) =>
      inTurn(async () => {
        assertUsable(BEGIN)
        await query(BEGIN)
        try {
          const result = await run(tx)
          await commitWithLastWrites(tx, () => query(COMMIT))
          return result
        } catch (error) {
          const reason = whyUndone(tx, error)
          // Tried again when the call is over.
          await lite.exec('ROLLBACK').catch(() => {})
          throw reason
        }
      }),
  }
}

/** What Drizzle passes to a transaction on a connection, without one. */
async function transactionOn(query: ReturnType<typeof queryPrepared>): Promise<Tx> {
  const client = { query, transaction: (run: (same: unknown) => unknown) => run(client) }
  let tx: Tx | undefined
  await drizzle(client as unknown as PGlite).transaction(async (given) => void (tx = given as unknown as Tx))
  return tx!
}
