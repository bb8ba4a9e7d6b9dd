import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'

/** A PostgreSQL server for tests. */
export interface TestPostgres {
  /** The URL of an existing database; `freshPostgresUrl` creates others next to it. */
  url: string
  stop(): Promise<void>
}

/**
 * The server in TEST_DATABASE_URL, or a local one on a free port with a temporary folder. Null if there is neither.
 */
export async function startPostgres(): Promise<TestPostgres | null> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, stop: () => Promise.resolve() }
  const bin = findBinaries()
  if (!bin) return null

  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-postgres-'))
  const port = await freePort()
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? (idsOf('postgres') ?? idsOf('nobody')) : null
  if (user) fs.chownSync(dir, user.uid, user.gid)
  const as = { ...user, cwd: dir, env: { ...process.env, TZ: 'UTC' } }
  const data = path.join(dir, 'data')
  execFileSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...as,
      stdio: 'ignore',
    },
  )
  const server = spawn(
    path.join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-k', dir, '-h', '127.0.0.1'],
    {
      ...as,
      stdio: 'ignore',
    },
  )
  const url = `postgres://test@127.0.0.1:${port}/postgres`
  await reachable(url)
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
      fs.rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** The URL of a new, empty database on the server of `url`. */
export async function freshPostgresUrl(url: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
  const fresh = new URL(url)
  fresh.pathname = `/${name}`
  return fresh.href
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}

function findBinaries(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = fs.existsSync(debian)
    ? fs.readdirSync(debian).toSorted((a, b) => Number(b) - Number(a))
    : []
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter)
  const folders = [...versions.map((version) => path.join(debian, version, 'bin')), ...onPath]
  return (
    folders.find(
      (dir) => fs.existsSync(path.join(dir, 'initdb')) && fs.existsSync(path.join(dir, 'postgres')),
    ) ?? null
  )
}

function idsOf(name: string): { uid: number; gid: number } | null {
  const id = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim()
  const [uid, gid] = [id('-u'), id('-g')]
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
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
