import { type Column, getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db, Tx } from './database.ts'
import { prepare } from './prepared.ts'

/** More rows than this are inserted by a statement of their own. */
const MAX_PREPARED_ROWS = 12

type Insert = (values: Record<string, unknown>) => Promise<unknown>

const statementsOf = new WeakMap<object, Map<string, Insert>>()

/** Inserts rows that have the same columns, by one statement that is built once per connection and number of rows. */
export async function insertRows<Table extends PgTable>(
  db: Db | Tx,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  if (rows.length === 0) return
  if (rows.length > MAX_PREPARED_ROWS) {
    await db.insert(table).values([...rows])
    return
  }
  const columns = Object.keys(getTableColumns(table)).filter((column) => column in rows[0]!)
  const statements = statementsOf.get(db) ?? new Map<string, Insert>()
  statementsOf.set(db, statements)
  const key = [getTableName(table), rows.length, ...columns].join(' ')
  const nameOf = (row: number, column: string) => `${row} ${column}`
  const values = (valueOf: (row: number, column: string) => unknown) =>
    rows.map((_row, n) => Object.fromEntries(columns.map((column) => [column, valueOf(n, column)])))
  let insert = statements.get(key)
  if (!insert) {
    const placeholders = values((n, column) => sql`${sql.placeholder(nameOf(n, column))}`)
    insert = prepare(db.insert(table).values(placeholders as Table['$inferInsert'][]))
    statements.set(key, insert)
  }
  const encoders = getTableColumns(table) as Record<string, Column>
  // Not left to Drizzle, whose placeholders encode null as if it were a value.
  const encode = (column: string, value: unknown) =>
    value === null || value === undefined ? null : encoders[column]!.mapToDriverValue(value)
  const given = rows.flatMap((row, n) =>
    columns.map((column) => [nameOf(n, column), encode(column, (row as Record<string, unknown>)[column])]),
  )
  await insert(Object.fromEntries(given) as Record<string, unknown>)
}
