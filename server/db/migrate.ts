import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from './database.ts'
import { driverMessage } from './driver-message.ts'

/** Migrations are plain SQL beside this file, in the source tree as well as in the build. */
export const migrations = { migrationsFolder: path.join(import.meta.dirname, 'migrations') }

/** Updates the tables with `migrate`. Throws an Error with a text for people if that isn't possible. */
export async function migrateDatabase(db: Db, migrate: () => Promise<void>): Promise<void> {
  await refuseNewerDatabase(db)
  await migrate().catch((error: unknown) => {
    throw new Error(`Creating the database tables failed: ${driverMessage(error)}.`, { cause: error })
  })
}

/** A newer version of this program may have dropped what this one writes. */
async function refuseNewerDatabase(db: Db): Promise<void> {
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
      'A newer version of Boomtime has already updated this database. Run that version, or restore a backup from before the update.',
    )
  }
}

function firstRow(result: unknown): Record<string, unknown> {
  return (result as { rows: Record<string, unknown>[] }).rows[0] ?? {}
}
