import fs from 'node:fs'
import path from 'node:path'
import type { Database } from '../../server/db/database.ts'
import { dropPostgres, freshPostgresUrl, startPostgres } from './postgres.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** What the tests of one run share: migrated databases to copy. */
interface SharedDatabases {
  /** Null if there is none, and each process creates its own. */
  embeddedTemplate: string | null
  postgresUrl: string
  postgresTemplate: string
}

/** Loaded when a database is opened, because the workers of the journeys open none. */
const databaseCode = () => import('../../server/db/open.ts')

/**
 * Starts an embedded database from what initdb made during the build. The source would run it again for five seconds.
 */
const builtCode = (): Promise<typeof import('../../server/db/open.ts')> =>
  import(import.meta.filename.endsWith('.ts') ? '../../dist/server/db/open.js' : '../../server/db/open.js')

const SHARED = 'BOOMTIME_TEST_DATABASES'

/** Runs once before all tests. The returned function tears everything down. */
export default () => setup()

/** Making an embedded template takes as long as five seconds. */
export async function setup({ hasEmbeddedTemplate = true } = {}): Promise<() => Promise<void>> {
  const dir = temporaryFolder('template')
  const postgres = await startPostgres()
  const postgresTemplate = await makePostgresTemplate(postgres.url)
  // Not at the same time: on a slow machine, making it blocks this process for longer than a connection may take.
  const embeddedTemplate = hasEmbeddedTemplate ? await makeEmbeddedTemplate(path.join(dir, 'database')) : null
  process.env[SHARED] = JSON.stringify({
    embeddedTemplate,
    postgresUrl: postgres.url,
    postgresTemplate,
  } satisfies SharedDatabases)
  return async () => {
    await postgres.stop()
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

async function makePostgresTemplate(server: string): Promise<string> {
  const url = await freshPostgresUrl(server)
  const { openDatabase } = await builtCode()
  await (await openDatabase({ url })).close()
  return new URL(url).pathname.slice(1)
}

async function makeEmbeddedTemplate(dir: string): Promise<string> {
  const { openDatabase } = await builtCode()
  await (await openDatabase({ dir })).close()
  return dir
}

const shared = () => JSON.parse(process.env[SHARED]!) as SharedDatabases

/**
 * For tests of behavior that can differ between them: locks, constraints, durability, search. Others run only on
 * PostgreSQL, which takes half of the time.
 */
export const databaseKinds = ['embedded', 'postgres'] as const

export type DatabaseKind = (typeof databaseKinds)[number]

/** What tests use that name none. `TEST_DATABASE=embedded` runs all of those on the embedded database. */
const usualKind = databaseKinds.find((kind) => kind === process.env['TEST_DATABASE']) ?? 'postgres'

/** A migrated database nobody has used yet, or a place for one. `dispose` removes it. */
export async function freshDatabase(
  kind: DatabaseKind,
): Promise<{ where: { url: string } | { dir: string }; dispose(): Promise<void> }> {
  const { embeddedTemplate, postgresUrl, postgresTemplate } = shared()
  if (kind === 'postgres') {
    const url = await freshPostgresUrl(postgresUrl, postgresTemplate)
    return { where: { url }, dispose: () => dropPostgres(postgresUrl, url) }
  }
  const parent = temporaryFolder('test')
  const dir = path.join(parent, 'database')
  if (embeddedTemplate !== null) fs.cpSync(embeddedTemplate, dir, { recursive: true })
  return { where: { dir }, dispose: () => fs.promises.rm(parent, { recursive: true, force: true }) }
}

/** The address of a database with nothing in it. */
export const emptyPostgresUrl = () => freshPostgresUrl(shared().postgresUrl)

export interface TestDatabaseOptions {
  /** PostgreSQL, unless `TEST_DATABASE` says otherwise. */
  database?: DatabaseKind
  /** Instead of a fresh database. */
  databaseUrl?: string
  /** How long a connection to `databaseUrl` may be silent, in milliseconds. */
  databaseSilenceMs?: number
}

/** Opens a fresh database, or the one of `databaseUrl`. `dispose` removes a fresh one. */
export async function openTestDatabase({
  database: kind = usualKind,
  databaseUrl,
  databaseSilenceMs,
}: TestDatabaseOptions): Promise<{ database: Database; dispose(): Promise<void> }> {
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import('../../server/db/postgres.ts')
    return {
      database: await openPostgres(databaseUrl, { silenceMs: databaseSilenceMs }),
      dispose: async () => {},
    }
  }
  const { openDatabase } = await databaseCode()
  const { where, dispose } = await freshDatabase(kind)
  return { database: await openDatabase(where), dispose }
}
