import { spawn } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { BASE_PATH, CLIENT_HEADER, routes } from '../contract/routes.ts'
import { databaseKinds, freshDatabase } from '../testing/databases.ts'
import { freePort } from '../testing/postgres.ts'
import { openDatabase } from './db/open.ts'

// Each starts processes, which takes its time where others run beside it.
vi.setConfig({ testTimeout: 90_000 })

const main = path.join(import.meta.dirname, '../dist/server/main.js')

/** A process of the built server that knows nothing but `env`. */
function start(env: Record<string, string>, ...flags: string[]) {
  const child = spawn(process.execPath, [...flags, main], {
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { out: '', errors: '' }
  child.stderr.on('data', (text) => (said.errors += String(text)))
  const ended = new Promise<{ code: number | null; out: string; errors: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, ...said }))
  })
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      said.out += String(text)
      if (said.out.includes(' is ready: ')) resolve()
    })
    void ended.then((end) => reject(new Error(`Ended before it was ready: ${JSON.stringify(end)}`)))
  })
  ready.catch(() => {})
  return { child, ready, ended }
}

/** A data folder with a made database in it, and a free port. */
async function freshEnv() {
  const { where, dispose } = await freshDatabase('embedded')
  onTestFinished(dispose)
  return { DATA_DIR: path.dirname((where as { dir: string }).dir), PORT: String(await freePort()) }
}

function get(port: string, address: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .get({ port, path: address, headers, agent: false, host: '127.0.0.1' }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode!))
      })
      .on('error', reject)
  })
}

const refusesConnections = (port: string) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(Number(port), '127.0.0.1')
    socket.once('connect', () => resolve(socket.destroy() && false))
    socket.once('error', () => resolve(true))
  })

test('started with nothing but where, it is a sandbox on this machine', async () => {
  const { DATA_DIR, PORT } = await freshEnv()
  const server = start({ DATA_DIR, PORT })
  await server.ready
  const sandboxes = [
    '/sandbox/google/.well-known/openid-configuration',
    '/sandbox/mail',
    '/sandbox/mail.json',
  ]
  for (const address of ['/healthz', '/readyz', '/', ...sandboxes]) {
    expect([address, await get(PORT, address)]).toEqual([address, 200])
  }
  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual({
    code: 0,
    out: `Boomtime is ready: http://localhost:${PORT} (sandbox, nothing leaves this machine)\n`,
    errors: '',
  })
})

test('a signal lets the request under way end, then the process, whoever keeps connections or never ends theirs', async () => {
  const env = await freshEnv()
  const server = start(env)
  await server.ready
  const { method, path: route } = routes.signIn
  const body = JSON.stringify({ code: 'a code', stateToken: 'nobody knows it' })
  const request = http.request({
    host: '127.0.0.1',
    port: env.PORT,
    method,
    path: BASE_PATH + route,
    agent: new http.Agent({ keepAlive: true }),
    headers: {
      [CLIENT_HEADER.name]: CLIENT_HEADER.value,
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  })
  const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject)
  })
  const underWay = new Promise((resolve) => request.once('continue', resolve))
  request.flushHeaders()
  await underWay
  const never = net.connect(Number(env.PORT), '127.0.0.1', () => never.write('GET / HTTP/1.1\r\nHost: '))
  never.on('error', () => {})
  server.child.kill('SIGINT')
  await expect.poll(() => refusesConnections(env.PORT), { timeout: 20_000 }).toBe(true)
  expect(server.child.exitCode).toBeNull()
  request.end(body)
  const response = await answer
  let text = ''
  for await (const chunk of response) text += String(chunk)
  expect(response.statusCode).toBe(400)
  expect(JSON.parse(text)).toMatchObject({ success: false })
  expect(response.headers.connection).toBe('close')
  expect(await server.ended).toMatchObject({ code: 0, errors: '' })
  expect(await server.ended).toMatchObject({ code: 0, errors: '' })
  // Everything was given back: the next one needs no recovery, nor to wait.
  const { close } = await openDatabase({ dir: path.join(env.DATA_DIR, 'database') })
  await close()
})

describe('what keeps it from starting is said in one sentence', () => {
  /** Starts with `env`; fails where it did not end by itself, without a stack trace, and with nothing else said. */
  async function sentence(env: Record<string, string>): Promise<string> {
    const server = start(env)
    // One that starts after all must not keep the test waiting.
    server.ready.then(
      () => server.child.kill('SIGKILL'),
      () => {},
    )
    const { code, out, errors } = await server.ended
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(errors).not.toMatch(/^\s+at /m)
    expect(errors).toMatch(/^[^\n]+\n$/)
    return errors.trim()
  }

  test('another process has the data folder', async () => {
    const env = await freshEnv()
    const first = start(env)
    await first.ready
    expect(await sentence({ ...env, PORT: String(await freePort()) })).toBe(
      `${path.join(env.DATA_DIR, 'database')} is in use by another process. Stop that one, or set DATA_DIR to another folder.`,
    )
    expect(await get(env.PORT, '/readyz')).toBe(200)
  })

  test('the port is taken', async () => {
    const env = await freshEnv()
    const other = net.createServer().listen(Number(env.PORT), '127.0.0.1')
    onTestFinished(() => void other.close())
    expect(await sentence(env)).toBe(
      `Port ${env.PORT} is taken. Stop what listens there, or set PORT to another one.`,
    )
  })

  test('the address is not of this machine', async () => {
    // Set aside for documentation: no machine has it.
    expect(await sentence({ ...(await freshEnv()), HOST: '192.0.2.1' })).toBe(
      '192.0.2.1 is not an address of this machine. Set HOST to one that is.',
    )
  })

  test('the data folder cannot be made, or not be written', async () => {
    const env = await freshEnv()
    const file = path.join(env.DATA_DIR, 'a file')
    fs.writeFileSync(file, '')
    const folders = [file, path.join(file, 'below')]
    if (process.platform === 'linux') folders.push('/proc/boomtime', '/sys')
    for (const folder of folders) {
      const line = await sentence({ ...env, DATA_DIR: folder })
      expect(line).toMatch(
        /^The data folder cannot be written \(E.*\)\. Change .*, or set DATA_DIR to another folder\.$/,
      )
      expect(line).toContain(folder === path.join(file, 'below') ? file : folder)
    }
  })

  test('the key in the data folder is damaged', async () => {
    const env = await freshEnv()
    fs.writeFileSync(path.join(env.DATA_DIR, 'encryption.key'), '')
    expect(await sentence(env)).toMatch(/encryption\.key is damaged: it must hold 32 bytes in base64\. /)
  })

  test('the database in the data folder is damaged', async () => {
    const env = await freshEnv()
    const dir = path.join(env.DATA_DIR, 'database')
    fs.rmSync(path.join(dir, 'postgresql.conf'))
    const line = await sentence(env)
    expect(line).toContain(`The database in ${dir} cannot be opened (`)
    expect(line).toContain('). Restore a backup of it, or set DATA_DIR to another folder.')
  })

  test.each(databaseKinds())('a newer version has changed the %s database', async (kind) => {
    const env = await freshEnv()
    const { where, dispose } =
      kind === 'postgres'
        ? await freshDatabase(kind)
        : { where: { dir: path.join(env.DATA_DIR, 'database') }, dispose() {} }
    onTestFinished(dispose)
    const { db, close } = await openDatabase(where)
    await db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 9999999999999)`,
    )
    await close()
    expect(await sentence('url' in where ? { ...env, DATABASE_URL: where.url } : env)).toBe(
      'The database was written by a newer version of Boomtime. Start that version, or restore a backup from before it.',
    )
  })

  test('the database server cannot be reached', async () => {
    const env = {
      ...(await freshEnv()),
      DATABASE_URL: `postgres://me@localhost:${await freePort()}/boomtime`,
    }
    expect(await sentence(env)).toMatch(
      /^The database cannot be used: connect ECONNREFUSED \S+\. Check DATABASE_URL\.$/,
    )
  })

  test.runIf(databaseKinds().includes('postgres'))('the database server knows no such database', async () => {
    const { where } = await freshDatabase('postgres')
    const url = new URL((where as { url: string }).url)
    url.pathname = '/nowhere'
    expect(await sentence({ ...(await freshEnv()), DATABASE_URL: url.href })).toBe(
      'The database cannot be used: database "nowhere" does not exist. Check DATABASE_URL.',
    )
  })
})

describe('in production', () => {
  test('with nothing set, all that is missing is listed', async () => {
    const { DATA_DIR } = await freshEnv()
    expect(await start({ BOOMTIME_MODE: 'production', DATA_DIR }).ended).toEqual({
      code: 1,
      out: '',
      errors: `The configuration has problems:
  PUBLIC_URL is missing
  DATABASE_URL is missing
  GOOGLE_CLIENT_ID is missing
  GOOGLE_CLIENT_SECRET is missing
  SMTP_URL is missing
  MAIL_FROM is missing
  ENCRYPTION_KEY is missing
`,
    })
  })

  test.runIf(databaseKinds().includes('postgres'))('no sandbox is there, nor even loaded', async () => {
    const { where } = await freshDatabase('postgres')
    const PORT = String(await freePort())
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-test-'))
    onTestFinished(() => fs.rmSync(dir, { recursive: true, force: true }))
    const refuseSandbox = `
      import { registerHooks } from 'node:module'
      registerHooks({
        load(url, context, next) {
          if (url.includes('/dist/sandbox/')) throw new Error('loaded ' + url)
          return next(url, context)
        },
      })`
    const preload = `data:text/javascript,${encodeURIComponent(refuseSandbox)}`
    const env = {
      BOOMTIME_MODE: 'production',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://meet.example.com',
      DATABASE_URL: (where as { url: string }).url,
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      SMTP_URL: 'smtp://mail.example.com',
      MAIL_FROM: 'Meet <meet@example.com>',
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    }
    const server = start({ ...env, PORT, DATA_DIR: path.join(dir, 'data') }, '--import', preload)
    await server.ready
    const host = { host: 'meet.example.com' }
    expect(await get(PORT, '/readyz', host)).toBe(200)
    expect(await get(PORT, '/', host)).toBe(200)
    for (const address of ['', '/', '/authorize', '/.well-known/openid-configuration', '/log']) {
      expect([address, await get(PORT, `/sandbox/google${address}`, host)]).toEqual([address, 404])
    }
    for (const address of ['', '.json', '/faults', '/1', '/1/html']) {
      expect([address, await get(PORT, `/sandbox/mail${address}`, host)]).toEqual([address, 404])
    }
    expect(fs.existsSync(path.join(dir, 'data'))).toBe(false)
    server.child.kill('SIGTERM')
    // A balancer learns of it while requests are still taken.
    await expect.poll(() => get(PORT, '/readyz', host)).toBe(503)
    expect(await get(PORT, '/', host)).toBe(200)
    expect(await server.ended).toEqual({
      code: 0,
      out: 'Boomtime is ready: https://meet.example.com\n',
      errors: '',
    })
  })
})
