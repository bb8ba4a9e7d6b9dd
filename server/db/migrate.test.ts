import fs from 'node:fs'
import path from 'node:path'
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { databaseKinds, emptyPostgresUrl, freshDatabase } from '../../testing/databases/databases.ts'
import { migrations } from './migrate.ts'
import { openDatabase } from './open.ts'
import { tableNames } from './table-names.ts'
import type { Database } from './database.ts'

const folder = path.join(import.meta.dirname, 'tables')
const modules: Record<string, unknown>[] = await Promise.all(
  fs
    .readdirSync(folder)
    .flatMap((file) => (file.endsWith('.test.ts') ? [] : [import(path.join(folder, file))])),
)
const tables = modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable))

test('the list of tables is complete', () => {
  expect(tableNames).toEqual(tables.map(getTableName).toSorted())
})

describe.each(databaseKinds)('on the %s database', (kind) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let database: Database
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    database = await openDatabase(fresh.where)
  })
  afterAll(async () => {
    await database.close()
    await fresh.dispose()
  })
  const applied = () =>
    database.db
      .select({ at: sql<string>`created_at::text` })
      .from(sql`drizzle.__drizzle_migrations order by created_at`)

  test("the tables match the database's columns and their nullability", async () => {
    const made = await database.db
      .select({ name: sql<string>`table_name || '.' || column_name`, nullable: sql<string>`is_nullable` })
      .from(sql`information_schema.columns where table_schema = 'public'`)
    const declared = tables.flatMap((table) =>
      Object.values(getTableColumns(table)).map((column) => ({
        name: `${getTableName(table)}.${column.name}`,
        nullable: column.notNull ? 'NO' : 'YES',
      })),
    )
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
    expect(declared.toSorted(byName)).toEqual(made.toSorted(byName))
  })

  test.each(tables.map((table) => [getTableName(table), table] as const))(
    '%s is readable',
    async (_name, table) => {
      expect(await database.db.select().from(table)).toEqual([])
    },
  )

  test("every table belongs to a host, with the host's id in all keys and indexes", async () => {
    const indexes = await database.db
      .select({
        table: sql<string>`c.relname::text`,
        index: sql<string>`coalesce(i.indexrelid::regclass::text, 'none')`,
        isPrimary: sql<boolean>`coalesce(i.indisprimary, false)`,
        hasHost: sql<boolean>`coalesce((
          select bool_or(a.attnum = any(i.indkey)) from pg_attribute a
          where a.attrelid = c.oid and a.attname = 'host_id'
        ), false)`,
      })
      .from(
        sql`pg_class c left join pg_index i on i.indrelid = c.oid
            where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
      )
    const shared = [
      'call_budgets',
      'handles',
      'hosts',
      'rate_limits',
      'recipient_limits',
      'sign_in_attempts',
      'zone_checks',
    ]
    const ofHosts = indexes.filter(({ table }) => !shared.includes(table))
    expect(ofHosts.filter(({ hasHost }) => !hasHost)).toEqual([])
    const primary = ofHosts.filter(({ isPrimary }) => isPrimary).map(({ table }) => table)
    expect(new Set(primary)).toEqual(new Set(ofHosts.map(({ table }) => table)))
    expect(primary.length).toBe(tables.length - shared.length)
  })

  test('reopening changes nothing', async () => {
    const before = await applied()
    await database.close()
    database = await openDatabase(fresh.where)
    expect(await applied()).toEqual(before)
    expect(before).toHaveLength(inJournal().length)
  })

  test('a database updated by a newer version is rejected', async () => {
    const newer = Math.max(...inJournal().map(({ when }) => when)) + 1
    await database.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the future', ${newer})`,
    )
    await database.close()
    for (let time = 0; time < 2; time++) {
      await expect(openDatabase(fresh.where)).rejects.toThrow(
        'A newer version of Boomtime has already updated this database. Run that version, or restore a backup from before the update.',
      )
    }
    await fresh.dispose()
    fresh = await freshDatabase(kind)
    database = await openDatabase(fresh.where)
  })
})

test('processes that start simultaneously on a new server take turns', async () => {
  const where = { url: await emptyPostgresUrl() }
  const opened = await Promise.allSettled([1, 2, 3, 4].map(() => openDatabase(where)))
  const databases = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const counts = await Promise.all(databases.map(({ db }) => db.$count(sql`drizzle.__drizzle_migrations`)))
  await Promise.all(databases.map(({ close }) => close()))
  expect(opened.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))).toEqual([])
  expect(counts).toEqual([1, 2, 3, 4].map(() => inJournal().length))
})

test('a new database with another encoding is refused', async () => {
  const url = new URL(await emptyPostgresUrl())
  const server = new pg.Client({ connectionString: url.href })
  await server.connect()
  onTestFinished(() => server.end())
  const name = `${url.pathname.slice(1)}_latin`
  await server.query(`create database ${name} encoding latin1 template template0 lc_collate 'C' lc_ctype 'C'`)
  url.pathname = name
  await expect(openDatabase({ url: url.href })).rejects.toThrow(
    'The database has the encoding LATIN1. Create it again with createdb --encoding=UTF8 ',
  )
})

function inJournal(): { when: number }[] {
  const file = path.join(migrations.migrationsFolder, 'meta/_journal.json')
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { entries: { when: number }[] }).entries
}

test('migrations may take longer than other statements of their user', async () => {
  const url = await emptyPostgresUrl()
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  onTestFinished(() => admin.end())
  await admin.query(`
    create function take_long() returns event_trigger language plpgsql as $$ begin perform pg_sleep(0.5); end $$;
    create event trigger slow on ddl_command_end when tag in ('CREATE EXTENSION') execute function take_long();
    alter database ${new URL(url).pathname.slice(1)} set statement_timeout = '250ms'`)
  const { db, close } = await openDatabase({ url })
  onTestFinished(close)
  expect(await db.$count(sql`drizzle.__drizzle_migrations`)).toBe(inJournal().length)
})
