import { createHash } from 'node:crypto'
import { type Column, Param, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { Db, Tx } from './database.ts'

/** A query of Drizzle's, with a placeholder for everything that differs between its uses. */
interface Query<Result> extends SQLWrapper {
  toSQL(): { sql: string }
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Result> }
}

type Run<Result> = (values: Record<string, unknown>) => Promise<Result>

/**
 * A query that is built and parsed once per connection. For what every booking runs: building a query takes longer than
 * answering it. PostgreSQL may plan it without knowing the values, so it has to be one that is always answered the same
 * way.
 */
export function prepared<Result>(
  build: (db: Db | Tx) => Query<Result>,
): (db: Db | Tx, values: Record<string, unknown>) => Promise<Result> {
  const runs = new WeakMap<object, Run<Result>>()
  return (db, values) => {
    const run = runs.get(db) ?? prepare(build(db))
    runs.set(db, run)
    return run(values)
  }
}

/**
 * SQL: a placeholder whose value is converted like this column's. Drizzle converts plain placeholders only in inserts.
 */
export const placeholderLike = (column: Column, name: string): SQL =>
  sql`${new Param(sql.placeholder(name), column)}`

const preparedTexts = new Set<string>()

export const isPrepared = (text: string): boolean => preparedTexts.has(text)

/** The same for a statement without values. */
export function prepareText(text: string): string {
  preparedTexts.add(text)
  return text
}

/** The name is a digest of the text, so that it means the same statement on every connection. */
export function prepare<Result>(query: Query<Result>): Run<Result> {
  const text = query.toSQL().sql
  preparedTexts.add(text)
  const name = createHash('sha256').update(text).digest('base64url')
  const statement = query.prepare(name)
  return (values) => statement.execute(values)
}

/**
 * SQL: true, and the commit of this statement doesn't wait for the disk. Only outside of transactions, and for what may
 * be lost if the database's machine crashes within a second.
 */
export const commitsLater = sql`set_config('synchronous_commit', 'off', true) is not null`
