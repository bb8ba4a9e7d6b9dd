import { execFileSync, spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { postgresPrograms } from './postgres-programs.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** A PostgreSQL server for tests. */
export interface TestPostgres {
  /** The URL of an existing database; `freshPostgresUrl` creates others next to it. */
  url: string
  stop(): Promise<void>
}

const SETTINGS = ['max_connections=300']
/** For tests, because the folder is deleted with the server. */
const NOT_DURABLE = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
]

/** The server in TEST_DATABASE_URL, or our own on a free port with a temporary folder. */
export async function startPostgres({ isDurable = false } = {}): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, stop: () => Promise.resolve() }

  // PostgreSQL refuses to run as root, and other accounts may not access root's own temporary folder.
  const account = process.getuid?.() === 0 ? nobody() : null
  const disk = account ? '/tmp' : os.tmpdir()
  const dir = isDurable
    ? fs.mkdtempSync(path.join(disk, 'boomtime-postgres-'))
    : temporaryFolder('postgres', disk)
  const bin = postgresPrograms(dir)
  if (account) fs.chownSync(dir, account.uid, account.gid)
  const as = { ...account, cwd: dir, env: { ...process.env, TZ: 'UTC' } }
  const data = path.join(dir, 'data')
  execFileSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    { ...as, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const port = await freePort()
  const log = path.join(dir, 'log')
  const settings = [...SETTINGS, ...(isDurable ? [] : NOT_DURABLE)].flatMap((one) => ['-c', one])
  const server = spawn(
    path.join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-k', dir, '-h', '127.0.0.1', ...settings],
    { ...as, stdio: ['ignore', 'ignore', fs.openSync(log, 'w')] },
  )
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const end = () => server.kill('SIGQUIT')
  process.once('exit', end)
  const url = `postgres://test@127.0.0.1:${port}/postgres`
  await Promise.race([
    reachable(url),
    ended.then(() => {
      throw new Error(`PostgreSQL did not start:\n${fs.readFileSync(log, 'utf8')}`)
    }),
  ])
  return {
    url,
    async stop() {
      process.off('exit', end)
      end()
      await ended
      fs.rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** The URL of a new database on the server of `url`: empty, or a copy of `template`. */
export async function freshPostgresUrl(url: string, template = 'template1'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copying files in memory takes a third of the time of logging their pages.
  await run(url, `create database ${name} template ${template} strategy file_copy`)
  const fresh = new URL(url)
  fresh.pathname = `/${name}`
  return fresh.href
}

/** Removes the database `fresh` from the server of `url`, even if it has connections. */
export const dropPostgres = (url: string, fresh: string): Promise<void> =>
  run(url, `drop database ${new URL(fresh).pathname.slice(1)} with (force)`)

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Below the ports that systems give to outgoing connections, so that none of those takes it in between, and above the
 * last one that browsers refuse.
 */
const PORTS = { from: 11_000, to: 32_000 }

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

function nobody(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function reachable(url: string): Promise<void> {
  const until = Date.now() + 30_000
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => {})
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
