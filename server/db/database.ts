import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { HostChanges } from './host-changes.ts'

export type Db = PgDatabase<PgQueryResultHKT> & {
  /**
   * Queries that `run` starts at once are sent and answered together, over one connection. Only for short ones: they
   * take turns.
   */
  together: <Result>(run: (db: Db) => Promise<Result>) => Promise<Result>
}
/**
 * What a transaction passes to its callback. Inside one, use only this: the embedded engine has a single connection.
 */
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
  hostChanges: HostChanges
  close(): Promise<void>
}
