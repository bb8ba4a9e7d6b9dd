import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type DatabaseKind, freshDatabase } from '../databases/databases.ts'
import { freePort } from '../databases/postgres.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** Built servers that share a database. */
export interface Installation {
  where: { url: string } | { dir: string }
  servers: ServerProcess[]
  restart(index: number): Promise<void>
  end(): Promise<void>
}

/** One process on the embedded database, several on PostgreSQL. The first one runs the sandbox Google for all. */
export async function install(
  kind: DatabaseKind,
  processes = kind === 'postgres' ? 4 : 1,
): Promise<Installation> {
  const { where, dispose } = await freshDatabase(kind)
  const home = temporaryFolder('races')
  const key = randomBytes(32).toString('base64')
  const ports: number[] = []
  const start = async (index: number) => {
    // Not chosen earlier: the others take seconds to start, and another test might take the port.
    const port = (ports[index] ??= await freePort())
    const google = `http://localhost:${ports[0]}/sandbox/google`
    return startServer(port, {
      ENCRYPTION_KEY: key,
      TRUST_PROXY: '1',
      DATA_DIR: 'dir' in where ? path.dirname(where.dir) : path.join(home, String(index)),
      ...('url' in where && { DATABASE_URL: where.url }),
      ...(index > 0 && {
        GOOGLE_ISSUER: google,
        GOOGLE_API_ROOT: `${google}/`,
        GOOGLE_CLIENT_ID: 'boomtime-sandbox',
        GOOGLE_CLIENT_SECRET: 'boomtime-sandbox',
      }),
    })
  }
  const servers: ServerProcess[] = []
  const end = async () => {
    await Promise.all(servers.map((server) => server.kill('SIGTERM')))
    await dispose()
    fs.rmSync(home, { recursive: true, force: true })
  }
  try {
    while (servers.length < processes) servers.push(await start(servers.length))
  } catch (error) {
    await end()
    throw error
  }
  return {
    where,
    servers,
    async restart(index) {
      servers[index] = await start(index)
    },
    end,
  }
}
