import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../databases/postgres.ts'

/** CalDAV servers that others wrote, from Debian's packages. */
export const caldavPrograms = ['radicale', 'xandikos'] as const
export type CaldavProgram = (typeof caldavPrograms)[number]

export const isInstalled = (program: CaldavProgram): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

export const USERNAME = 'ann'

/** A server with one account, on a free port and in a folder of its own. */
export interface CaldavServer {
  origin: string
  /** The URL of the account's first calendar. */
  calendar: string
  password: string
  /** Refuses the former password from now on. */
  changePassword(password: string): void
  stop(): Promise<void>
  /** After `stop`, on the same port with the same data. */
  restart(): Promise<void>
  /** Stops it and deletes its data. */
  close(): Promise<void>
  /** Asks it as the account's user, like a calendar program; throws unless that succeeds. */
  ask(method: string, url: string, body?: string, headers?: Record<string, string>): Promise<Response>
}

const START_TIMEOUT_MS = 20_000

export async function startCaldavServer(program: CaldavProgram): Promise<CaldavServer> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), `boomtime-${program}-`))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const start = program === 'radicale' ? startRadicale : startXandikos
  const server = {
    origin,
    calendar:
      program === 'radicale' ? `${origin}/${USERNAME}/team/` : `${origin}/${USERNAME}/calendars/team/`,
    password: 'first password',
    changePassword(password: string) {
      server.password = password
      writePassword(dir, password)
    },
    async ask(method: string, url: string, body?: string, headers: Record<string, string> = {}) {
      const authorization = `Basic ${btoa(`${USERNAME}:${server.password}`)}`
      const init = { method, headers: { authorization, ...headers }, ...(body !== undefined && { body }) }
      const response = await fetch(url, init)
      if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`)
      return response
    },
  }
  server.changePassword(server.password)
  let stop = await start(dir, port)
  for (const name of ['team', 'private']) {
    const url = server.calendar.replace('/team/', `/${name}/`)
    await server.ask('MKCALENDAR', url, calendarNamed(`${name} of Ann`), { 'content-type': 'text/xml' })
  }
  return Object.assign(server, {
    stop: () => stop(),
    async restart() {
      stop = await start(dir, port)
    },
    async close() {
      await stop()
      fs.rmSync(dir, { recursive: true, force: true })
    },
  })
}

const calendarNamed = (
  name: string,
) => `<c:mkcalendar xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><set><prop>
  <displayname>${name}</displayname>
  <c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>
</prop></set></c:mkcalendar>`

const passwordFile = (dir: string) => path.join(dir, 'passwords')

const writePassword = (dir: string, password: string) =>
  fs.writeFileSync(passwordFile(dir), `${USERNAME}:${password}\n`)

async function startRadicale(dir: string, port: number): Promise<() => Promise<void>> {
  const config = path.join(dir, 'config')
  fs.writeFileSync(
    config,
    `[server]\nhosts = 127.0.0.1:${port}\n[auth]\ntype = htpasswd\nhtpasswd_filename = ${passwordFile(dir)}
htpasswd_encryption = plain\ndelay = 0\n[rights]\ntype = owner_only\n[storage]\nfilesystem_folder = ${dir}/data\n`,
  )
  const child = spawn('radicale', ['--config', config], { stdio: ['ignore', 'ignore', 'pipe'] })
  return whenAnswering(child, port)
}

/** It leaves passwords to a proxy in front of it. */
async function startXandikos(dir: string, port: number): Promise<() => Promise<void>> {
  const behind = await freePort()
  const child = spawn(
    'xandikos',
    [
      '--directory',
      `${dir}/data`,
      '--listen-address',
      '127.0.0.1',
      '--port',
      String(behind),
      '--current-user-principal',
      `/${USERNAME}/`,
      '--autocreate',
      '--defaults',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const stop = await whenAnswering(child, behind)
  const proxy = http.createServer((request, response) => {
    const [user] = fs.readFileSync(passwordFile(dir), 'utf8').split('\n')
    if (request.headers.authorization !== `Basic ${btoa(user!)}`) {
      request.resume()
      response.writeHead(401, { 'www-authenticate': 'Basic realm="xandikos"' }).end()
      return
    }
    const { method, url, headers } = request
    const forwarded = http.request(
      { host: '127.0.0.1', port: behind, method, path: url, headers },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      },
    )
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  })
  await new Promise<void>((resolve) => {
    proxy.listen(port, '127.0.0.1', resolve)
  })
  return async () => {
    proxy.closeAllConnections()
    await new Promise((resolve) => {
      proxy.close(resolve)
    })
    await stop()
  }
}

async function whenAnswering(child: ChildProcess, port: number): Promise<() => Promise<void>> {
  let printed = ''
  child.stderr!.on('data', (chunk) => (printed += String(chunk)))
  const until = Date.now() + START_TIMEOUT_MS
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`The CalDAV server did not start:\n${printed}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )
