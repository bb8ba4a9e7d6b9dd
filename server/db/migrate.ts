import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from './database.ts'
import { driverMessage } from './driver-message.ts'
import { MAKE_OWNER, rightsHint } from './sql-errors.ts'
import { tableNames } from './table-names.ts'

/** Migrations are plain SQL beside this file, in the source tree as well as in the build. */
export const migrations = { migrationsFolder: path.join(import.meta.dirname, 'migrations') }

/** Updates the tables with `migrate`. Throws an Error with a text for people if that isn't possible. */
export async function migrateDatabase(db: Db, migrate: () => Promise<void>): Promise<void> {
  await refuseUnusable(db)
  await migrate().catch((error: unknown) => {
    throw new Error(`Creating the database tables failed: ${driverMessage(error)}.${rightsHint(error)}`, {
      cause: error,
    })
  })
  await assertRights(db)
}

/**
 * Another user may have created or restored some of the tables. Without rights on all, requests and jobs would fail one
 * after another.
 */
async function assertRights(db: Db): Promise<void> {
  const denied = firstRow(
    await db.execute(sql`
      select name from string_to_table(${tableNames.join()}, ',') as name, to_regclass(name) as "table"
      where not (has_table_privilege("table", 'select') and has_table_privilege("table", 'insert')
        and has_table_privilege("table", 'update') and has_table_privilege("table", 'delete'))
      order by name limit 1`),
  )['name']
  if (typeof denied !== 'string') return
  throw new Error(`Using the database failed: permission denied for table ${denied}. ${MAKE_OWNER}`)
}

/** A newer version of this program may have dropped what this one writes. A new database needs the right encoding. */
async function refuseUnusable(db: Db): Promise<void> {
  const table = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') as name`)
  if (firstRow(table)['name'] === null) return refuseEncoding(db)
  const last = firstRow(
    await db.execute(sql`select coalesce(max(created_at), 0)::text as at from drizzle.__drizzle_migrations`),
  )
  const journal = JSON.parse(
    fs.readFileSync(path.join(migrations.migrationsFolder, 'meta/_journal.json'), 'utf8'),
  ) as { entries: { when: number }[] }
  if (Number(last['at']) > Math.max(...journal.entries.map((entry) => entry.when))) {
    throw new Error(
      'A newer version of Boomtime has already updated this database. Run that version, or restore a backup from before the update.',
    )
  }
}

/** Others lack characters that people write, or count bytes instead of characters. */
async function refuseEncoding(db: Db): Promise<void> {
  const { encoding } = firstRow(await db.execute(sql`select current_setting('server_encoding') as encoding`))
  if (encoding === 'UTF8') return
  throw new Error(
    `The database has the encoding ${String(encoding)}. Create it again with ` +
      'createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0 and the same owner.',
  )
}

function firstRow(result: unknown): Record<string, unknown> {
  return (result as { rows: Record<string, unknown>[] }).rows[0] ?? {}
}
