import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from './open.ts'

/** Migrations are plain SQL beside this file, in the source tree as well as in the build. */
export const migrations = { migrationsFolder: path.join(import.meta.dirname, 'migrations') }

/**
 * Refuses a database that a newer version of this program has changed: its tables may have lost what this version writes.
 * Throws an Error whose message is for the person who starts the program.
 */
export async function refuseNewerDatabase(db: Db): Promise<void> {
  const table = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') as name`)
  if (firstRow(table)['name'] === null) return
  const last = firstRow(
    await db.execute(sql`select coalesce(max(created_at), 0)::text as at from drizzle.__drizzle_migrations`),
  )
  const journal = JSON.parse(
    fs.readFileSync(path.join(migrations.migrationsFolder, 'meta/_journal.json'), 'utf8'),
  ) as { entries: { when: number }[] }
  if (Number(last['at']) > Math.max(...journal.entries.map((entry) => entry.when))) {
    throw new Error(
      'The database was written by a newer version of Boomtime. Start that version, or restore a backup from before it.',
    )
  }
}

function firstRow(result: unknown): Record<string, unknown> {
  return (result as { rows: Record<string, unknown>[] }).rows[0] ?? {}
}
