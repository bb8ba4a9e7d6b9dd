import { sql, TransactionRollbackError } from 'drizzle-orm'
import pg from 'pg'
import type { Db } from '../../server/db/database.ts'

/** Collects the text of every statement that this process sends to PostgreSQL, until `stop` is called. */
export function recordStatements(): { texts: ReadonlySet<string>; stop(): void } {
  const texts = new Set<string>()
  const prototype = pg.Client.prototype as { query: (...given: unknown[]) => unknown }
  const { query } = prototype
  prototype.query = function (this: unknown, ...given) {
    const [statement] = given
    texts.add(typeof statement === 'string' ? statement : (statement as pg.QueryConfig).text)
    return query.apply(this, given)
  }
  return { texts, stop: () => void (prototype.query = query) }
}

/** How a statement reaches the rows of a table. */
export interface Access {
  table: string
  /**
   * The conditions of the index, or of the bitmap that is made from it, as PostgreSQL writes them; empty without one.
   */
  conditions: string
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Plans?: Plan[]
}

/** PostgreSQL plans for tables as large as its statistics say, so we make them say this. */
const ROWS_IN_A_PAGE = 1_000_000

/**
 * Every table that a statement reads, by the plan that PostgreSQL would make for large ones without knowing the values.
 */
export async function accessesOf(db: Db, text: string): Promise<Access[]> {
  let found: Access[] = []
  const plan = db.transaction(async (tx) => {
    await tx.execute(sql`
      update pg_class set relpages = 1, reltuples = case when pg_relation_size(oid) = 0 then -1 else ${ROWS_IN_A_PAGE} end
      where relkind = 'r' and relnamespace = 'public'::regnamespace`)
    await tx.execute(sql`set local enable_seqscan = off`)
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan`)
    await tx.execute(sql.raw(`prepare examined as ${text}`))
    const parameters = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
    const values = parameters === 0 ? '' : `(${Array.from({ length: parameters }, () => 'null').join()})`
    const { rows } = (await tx.execute(sql.raw(`explain (format json) execute examined${values}`))) as {
      rows: { 'QUERY PLAN': { Plan: Plan }[] }[]
    }
    await tx.execute(sql`deallocate examined`)
    found = scans(rows[0]!['QUERY PLAN'][0]!.Plan)
    tx.rollback()
  })
  await plan.catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error
  })
  return found
}

function scans(plan: Plan): Access[] {
  const table = plan['Relation Name']
  const conditions = plan['Index Cond'] ?? plan['Recheck Cond'] ?? ''
  const own = table !== undefined && plan['Node Type'].includes('Scan') ? [{ table, conditions }] : []
  return [...own, ...(plan.Plans ?? []).flatMap(scans)]
}
