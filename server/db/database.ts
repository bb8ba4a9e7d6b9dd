import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

export type Db = PgDatabase<PgQueryResultHKT>
/** What a transaction passes to its callback. Inside one, use only this: the embedded engine has a single connection. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export interface PoolUse {
  total: number
  idle: number
  /** Requests that wait for a connection. */
  waiting: number
}

export interface Database {
  db: Db
  kind: 'postgres' | 'embedded'
  /** How its connections are used; null without a pool. */
  poolUse: (() => PoolUse) | null
  close(): Promise<void>
}
