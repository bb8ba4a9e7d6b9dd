import type { Tx } from './database.ts'

interface LastWrites {
  statements: Promise<unknown>[]
  /** Of the first one that failed. */
  failure: { error: unknown } | null
}

const lastWrites = new WeakMap<Tx, LastWrites>()

/**
 * Lets a transaction continue before a statement has answered, so that the statements after it, and the commit, travel
 * with it. If the statement fails, the database undoes the transaction, which throws that statement's error.
 */
export function withoutWaiting(tx: Tx, statement: Promise<unknown>): void {
  const writes = lastWrites.get(tx) ?? { statements: [], failure: null }
  lastWrites.set(tx, writes)
  writes.statements.push(statement)
  // Until the transaction ends, nobody else handles it.
  statement.catch((error: unknown) => (writes.failure ??= { error }))
}

/** Commits a transaction; throws if one of its statements failed. */
export async function commitWithLastWrites(tx: Tx, commit: () => Promise<unknown>): Promise<void> {
  const { statements, failure } = lastWrites.get(tx) ?? { statements: [], failure: null }
  // A statement whose values couldn't be encoded was never sent, and the database would commit the rest.
  if (failure) throw failure.error
  await Promise.all([...statements, commit()])
  lastWrites.delete(tx)
}

/**
 * Why a transaction that threw `error` has to be undone: once a statement fails, the database refuses each one after
 * it, which says nothing about the reason. Forgets its statements.
 */
export function whyUndone(tx: Tx, error: unknown): unknown {
  const failure = lastWrites.get(tx)?.failure
  lastWrites.delete(tx)
  return failure ? failure.error : error
}
