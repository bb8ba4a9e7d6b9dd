import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openEmbedded } from '../server/db/embedded.ts'
import { freshPostgresUrl, startPostgres } from './postgres.ts'

/** Shared by all tests of a run: an embedded database to copy, and a PostgreSQL server if the machine has one. */
export interface SharedDatabases {
  template: string
  postgresUrl: string | null
}

const SHARED = 'BOOMTIME_TEST_DATABASES'

/** Runs once before all tests. The returned function tears everything down. */
export async function setup(): Promise<() => Promise<void>> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-template-'))
  const template = path.join(dir, 'database')
  await (await openEmbedded(template)).close()
  const postgres = await startPostgres()
  if (!postgres) {
    if (process.env['CI']) throw new Error('PostgreSQL is needed to test on')
    console.warn('No PostgreSQL on this machine: the tests run on the embedded database alone.')
  }
  process.env[SHARED] = JSON.stringify({
    template,
    postgresUrl: postgres?.url ?? null,
  } satisfies SharedDatabases)
  return async () => {
    await postgres?.stop()
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

const shared = () =>
  JSON.parse(process.env[SHARED] ?? '{"template":"","postgresUrl":null}') as SharedDatabases

export type DatabaseKind = 'embedded' | 'postgres'

/** The kinds of database to test with. */
export const databaseKinds = (): DatabaseKind[] =>
  shared().postgresUrl ? ['embedded', 'postgres'] : ['embedded']

/** An unused database. `dispose` deletes it from disk. */
export async function freshDatabase(
  kind: DatabaseKind,
): Promise<{ where: { url: string } | { dir: string }; dispose(): void }> {
  const { template, postgresUrl } = shared()
  if (kind === 'postgres') return { where: { url: await freshPostgresUrl(postgresUrl!) }, dispose: () => {} }
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-test-'))
  const dir = path.join(parent, 'database')
  fs.cpSync(template, dir, { recursive: true })
  return { where: { dir }, dispose: () => fs.rmSync(parent, { recursive: true, force: true }) }
}
