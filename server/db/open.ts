import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'
import type * as schema from './schema.ts'

export type Db = PgDatabase<PgQueryResultHKT, typeof schema>
/** What a transaction hands to its callback. Inside one, only this may be used: the embedded engine has one connection. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export interface Database {
  db: Db
  kind: 'postgres' | 'embedded'
  close(): Promise<void>
}

/** Opens the database, migrated. Throws an Error for people where it cannot be used. */
export function openDatabase(where: { url: string } | { dir: string }): Promise<Database> {
  return 'url' in where ? openPostgres(where.url) : openEmbedded(where.dir)
}

/** What the database says of a booking that would meet another one of its host. */
export const EXCLUSION_VIOLATION = '23P01'

/** The SQLSTATE of a failed statement, or null. Drizzle wraps the driver's error. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code } = error as { code?: unknown }
  // The operating system's codes begin with an E, which no SQLSTATE does.
  if (typeof code === 'string' && /^(?!E)[0-9A-Z]{5}$/.test(code)) return code
  return sqlState(error.cause)
}
