import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { migrations } from '../../server/db/migrate.ts'
import { emptyPostgresUrl } from './databases.ts'

/** A PostgreSQL database as the version before a migration left it. */
export async function databaseBefore(migration: number) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-migrations-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  fs.cpSync(migrations.migrationsFolder, folder, { recursive: true })
  const journalFile = path.join(folder, 'meta/_journal.json')
  const journal = JSON.parse(fs.readFileSync(journalFile, 'utf8')) as { entries: { idx: number }[] }
  journal.entries = journal.entries.filter(({ idx }) => idx < migration)
  fs.writeFileSync(journalFile, JSON.stringify(journal))

  const url = await emptyPostgresUrl()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await migrate(drizzle(client), { migrationsFolder: folder })
  return { url, client }
}
