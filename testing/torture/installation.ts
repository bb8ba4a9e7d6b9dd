import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import process from 'node:process'
import fastify from 'fastify'
import { sandboxGoogle } from '../../sandbox/google/plugin.ts'
import { type MailCatcher, startMailCatcher } from '../../sandbox/mail/catcher.ts'
import type { Db } from '../../server/db/database.ts'
import { openDatabase } from '../../server/db/open.ts'
import { type DatabaseKind, freshDatabase } from '../databases/databases.ts'
import { freePort } from '../databases/postgres.ts'
import { type ServerProcess, startServer } from '../server/server-process.ts'
import { type HostCalendars, openHostCalendars } from './host-calendars.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** Processes of the app with their database, and what they talk to, which survives them. */
export interface Installation {
  database: DatabaseKind
  calendars: HostCalendars
  mail: MailCatcher
  /** The sandbox Google's address, for its faults and its log. */
  googleUrl: string
  /** Null while a process is down. */
  processes: (ServerProcess | null)[]
  /** The listings of calendars that succeeded, oldest first. */
  listings: Listing[]
  /** When processes were killed (epoch milliseconds). */
  kills: number[]
  /** When processes were told to end, which cuts off work that takes longer. */
  stops: number[]
  kill(index: number): Promise<void>
  start(index: number): Promise<void>
  /** Reads the database. The embedded one has a single user, so its process ends for it and is started again. */
  inspect<T>(read: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface Listing {
  calendarId: string
  /** Epoch milliseconds. */
  startedAt: number
  endedAt: number
}

/** Starts everything. `setup` of `databases.ts` must have run. */
export async function install(database: DatabaseKind, processCount: number): Promise<Installation> {
  const home = temporaryFolder('torture')
  const { where, dispose } = await freshDatabase(database)
  const google = fastify({ forceCloseConnections: true })
  let googleOrigin = ''
  const listings: Listing[] = []
  google.addHook('onResponse', (request, reply, done) => {
    const [, calendarId] = /\/calendars\/([^/]+)\/events\?/.exec(request.url) ?? []
    if (calendarId && request.method === 'GET' && reply.statusCode === 200) {
      const endedAt = Date.now()
      const startedAt = endedAt - Math.floor(reply.elapsedTime)
      listings.push({ calendarId: decodeURIComponent(calendarId), startedAt, endedAt })
    }
    done()
  })
  const dataFile = path.join(home, 'google.db')
  await google.register(sandboxGoogle, { prefix: '/sandbox/google', baseUrl: () => googleOrigin, dataFile })
  await google.listen({ host: '127.0.0.1', port: 0 })
  googleOrigin = `http://localhost:${(google.server.address() as AddressInfo).port}`
  const googleUrl = `${googleOrigin}/sandbox/google`
  const calendars = openHostCalendars(dataFile)
  const mail = await startMailCatcher(':memory:')

  const ports: number[] = []
  while (ports.length < processCount) ports.push(await freePort())
  const env = {
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: `http://localhost:${ports[0]}`,
    TRUST_PROXY: '1',
    GOOGLE_ISSUER: googleUrl,
    GOOGLE_API_ROOT: `${googleUrl}/`,
    GOOGLE_CLIENT_ID: 'boomtime-sandbox',
    GOOGLE_CLIENT_SECRET: 'boomtime-sandbox',
    CALENDAR_POLL_SECONDS: '1',
    SMTP_URL: mail.smtpUrl,
    LOG_LEVEL: 'fatal',
    ...('url' in where && { DATABASE_URL: where.url }),
  }
  const dataDir = (index: number) =>
    'dir' in where ? path.dirname(where.dir) : path.join(home, String(index))
  const shared = 'url' in where ? await openDatabase(where) : null

  const installation: Installation = {
    database,
    calendars,
    mail,
    googleUrl,
    processes: ports.map(() => null),
    listings,
    kills: [],
    stops: [],
    async kill(index) {
      const running = installation.processes[index]
      installation.processes[index] = null
      installation.kills.push(Date.now())
      await running?.kill('SIGKILL')
    },
    async start(index) {
      installation.processes[index] = await startServer(ports[index]!, { ...env, DATA_DIR: dataDir(index) })
    },
    async inspect(read) {
      if (shared) return read(shared.db)
      const running = installation.processes[0]
      installation.processes[0] = null
      installation.stops.push(Date.now())
      await running?.kill('SIGTERM')
      installation.stops.push(Date.now())
      const opened = await openDatabase(where)
      try {
        return await read(opened.db)
      } finally {
        await opened.close()
        if (running) await installation.start(0)
      }
    },
    async close() {
      process.off('exit', killAll)
      await Promise.all(installation.processes.flatMap((running) => running?.kill('SIGTERM') ?? []))
      await shared?.close()
      calendars.close()
      await google.close()
      await mail.close()
      await dispose()
      fs.rmSync(home, { recursive: true, force: true })
    },
  }
  // Nothing else ends them if this process is interrupted.
  const killAll = () => installation.processes.forEach((running) => void running?.kill())
  process.once('exit', killAll)
  await Promise.all(ports.map((_, index) => installation.start(index)))
  return installation
}
