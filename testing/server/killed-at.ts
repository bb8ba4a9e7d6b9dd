import type { Db, Tx } from '../../server/db/database.ts'

const STATEMENTS = new Set(['select', 'selectDistinct', 'insert', 'update', 'delete', 'execute', '$count'])

/** What a killed process leaves behind. */
export class Killed extends Error {}

/** A database whose process is killed before statement `at` of its transactions; a commit counts as one too. */
export function killedAt(db: Db, at: number): Db {
  let count = 0
  const step = () => {
    if (++count === at) throw new Killed()
  }
  const counted = (tx: Tx): Tx =>
    new Proxy(tx, {
      get(target, key) {
        if (typeof key === 'string' && STATEMENTS.has(key)) step()
        return Reflect.get(target, key) as unknown
      },
    })
  const transaction: Db['transaction'] = async (work) => {
    const result = await db.transaction((tx) => work(counted(tx)))
    step()
    return result
  }
  return withTransaction(db, transaction)
}

/** The same database, whose transactions run differently. */
export const withTransaction = (db: Db, transaction: Db['transaction']): Db =>
  new Proxy(db, {
    get: (target, key) => (key === 'transaction' ? transaction : (Reflect.get(target, key) as unknown)),
  })
