import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { Pool } from 'undici'
import { ok, signIn } from '../testing/server/test-app.ts'
import { freePort } from '../testing/databases/postgres.ts'
import { startServer } from '../testing/server/server-process.ts'
import { freshDatabase, type DatabaseKind } from '../testing/databases/databases.ts'
import { onEachDatabase } from './on-each-database.ts'

const CONNECTIONS = 64
const REQUESTS = 6400
/** Of one process in sandbox mode, which includes the stand-ins for other systems. */
const LIMITS_MB = { atRest: 180, after: 260 }

/**
 * Measures the memory of the built server: at rest, and after requests over 64 connections. Returns the limits it
 * exceeds.
 */
export const measureMemory = (): Promise<string[]> => onEachDatabase(measureOn)

async function measureOn(kind: DatabaseKind): Promise<string[]> {
  const { where, dispose } = await freshDatabase(kind)
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-memory-'))
  const server = await startServer(await freePort(), {
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: 'dir' in where ? path.dirname(where.dir) : home,
    ...('url' in where && { DATABASE_URL: where.url }),
  })
  try {
    const atRest = residentMb(server.pid)
    await askForSlots(server.origin)
    const figures = [
      { case: `${kind}, at rest`, MB: atRest, limit: LIMITS_MB.atRest },
      {
        case: `${kind}, after ${CONNECTIONS} connections`,
        MB: residentMb(server.pid),
        limit: LIMITS_MB.after,
      },
    ]
    console.table(figures)
    return figures
      .filter(({ MB, limit }) => MB > limit)
      .map((one) => `${one.case}: ${one.MB} MB of ${one.limit}`)
  } finally {
    await server.kill('SIGTERM')
    await dispose()
    fs.rmSync(home, { recursive: true, force: true })
  }
}

async function askForSlots(origin: string): Promise<void> {
  const { sessionToken: token } = await signIn(origin, 'maya@example.com')
  const event = await ok(origin, 'createEvent', { token, body: { title: 'Intro call' } })
  const api = new Pool(origin, { connections: CONNECTIONS })
  let left = REQUESTS
  const ask = async () => {
    while (left-- > 0)
      await (await api.request({ path: `/book/${event.bookingUrlId}`, method: 'GET' })).body.dump()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, ask))
  await api.close()
}

/** What the operating system counts as resident. */
function residentMb(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Math.round(Number(kilobytes) / 1024)
}
