import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { BASE_PATH, CLIENT_HEADER, routes } from '../contract/api/routes.ts'
import { databaseKinds, freshDatabase } from '../testing/databases/databases.ts'
import { freePort } from '../testing/databases/postgres.ts'
import { MAIN } from '../testing/server/server-process.ts'
import { freshEnv, get, start } from '../testing/server/started-server.ts'
import { openDatabase } from './db/open.ts'

// These tests start processes, which takes longer when others run in parallel.
vi.setConfig({ testTimeout: 90_000 })

const refusesConnections = (port: string) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(Number(port), '127.0.0.1')
    socket.once('connect', () => resolve(socket.destroy() && false))
    socket.once('error', () => resolve(true))
  })

test('with only a data folder and a port, it runs as a sandbox on this machine', async () => {
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
    out: `Boomtime is ready: http://localhost:${PORT} (sandbox: nothing leaves this machine)\n`,
    errors: '',
  })
})

test('a signal finishes running requests and then the process, even with idle or stuck connections', async () => {
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
  // Everything was released, so the next start needs no recovery and no waiting.
  const { close } = await openDatabase({ dir: path.join(env.DATA_DIR, 'database') })
  await close()
})

test('it ends if the process that `npm start` runs is gone before it is ready', async () => {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH, LOG_LEVEL: 'warn', ...(await freshEnv()) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  child.disconnect()
  expect(await ended).toEqual([0, null])
})

describe('start errors are reported in one sentence', () => {
  /** Starts with `env`. Fails if the process keeps running, prints a stack trace, or prints anything else. */
  async function sentence(env: Record<string, string>): Promise<string> {
    const server = start(env)
    // A process that starts after all must not block the test.
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

  test('another process uses the data folder', async () => {
    const env = await freshEnv()
    const first = start(env)
    await first.ready
    expect(await sentence({ ...env, PORT: String(await freePort()) })).toBe(
      `Another process is using ${path.join(env.DATA_DIR, 'database')}. Stop that process, or set DATA_DIR to a different folder.`,
    )
    expect(await get(env.PORT, '/readyz')).toBe(200)
  })

  test('the port is in use', async () => {
    const env = await freshEnv()
    const other = net.createServer().listen(Number(env.PORT), '127.0.0.1')
    onTestFinished(() => void other.close())
    expect(await sentence(env)).toBe(
      `Port ${env.PORT} is already in use. Stop the program that uses it, or set PORT to a different port.`,
    )
  })

  test("the address is not one of this machine's", async () => {
    // Reserved for documentation, so no machine has it.
    expect(await sentence({ ...(await freshEnv()), HOST: '192.0.2.1', SANDBOX_ALLOW_REMOTE: 'true' })).toBe(
      '192.0.2.1 is not an address of this machine. Set HOST to one of its addresses.',
    )
  })

  test('metrics have a port that is in use, or an address of another machine', async () => {
    const env = await freshEnv()
    const METRICS_PORT = String(await freePort())
    const other = net.createServer().listen(Number(METRICS_PORT), '127.0.0.1')
    onTestFinished(() => void other.close())
    expect(await sentence({ ...env, METRICS_PORT })).toBe(
      `Port ${METRICS_PORT} is already in use. Stop the program that uses it, or set METRICS_PORT to a different port.`,
    )
    expect(await sentence({ ...env, METRICS_PORT, METRICS_HOST: '192.0.2.1' })).toBe(
      '192.0.2.1 is not an address of this machine. Set METRICS_HOST to one of its addresses.',
    )
  })

  test("the data folder can't be created", async () => {
    const env = await freshEnv()
    const nowhere = path.join(env.DATA_DIR, 'a link')
    fs.symlinkSync(path.join(env.DATA_DIR, 'removed', 'folder'), nowhere, 'junction')
    expect(await sentence({ ...env, DATA_DIR: nowhere })).toMatch(
      /^Writing to the data folder failed \(E.*\)\. Change .*, or set DATA_DIR to a different folder\.$/,
    )
  })

  test('the key in the data folder is damaged', async () => {
    const env = await freshEnv()
    fs.writeFileSync(path.join(env.DATA_DIR, 'encryption.key'), '')
    expect(await sentence(env)).toMatch(/encryption\.key is damaged: it must contain 32 bytes in base64\. /)
  })

  test.each(['database.lock', 'encryption.key.new'])('%s in the data folder is a folder', async (name) => {
    const env = await freshEnv()
    const file = path.join(env.DATA_DIR, name)
    fs.rmSync(path.join(env.DATA_DIR, 'encryption.key'), { force: true })
    fs.rmSync(file, { force: true })
    fs.mkdirSync(file)
    expect(await sentence(env)).toBe(
      `${file} is a folder. Move it somewhere else, or set DATA_DIR to a different folder.`,
    )
  })

  test('the database in the data folder is damaged', async () => {
    const env = await freshEnv()
    const dir = path.join(env.DATA_DIR, 'database')
    fs.rmSync(path.join(dir, 'postgresql.conf'))
    const line = await sentence(env)
    expect(line).toContain(`Opening the database in ${dir} failed (`)
    expect(line).toContain('). Restore a backup, or set DATA_DIR to a different folder.')
  })

  test.each(databaseKinds)('a newer version has updated the %s database', async (kind) => {
    const env = await freshEnv()
    const { where, dispose } =
      kind === 'postgres'
        ? await freshDatabase(kind)
        : { where: { dir: path.join(env.DATA_DIR, 'database') }, dispose: async () => {} }
    onTestFinished(dispose)
    const { db, close } = await openDatabase(where)
    await db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 9999999999999)`,
    )
    await close()
    expect(await sentence('url' in where ? { ...env, DATABASE_URL: where.url } : env)).toBe(
      'A newer version of Boomtime has already updated this database. Run that version, or restore a backup from before the update.',
    )
  })

  test('the database server is unreachable', async () => {
    const env = {
      ...(await freshEnv()),
      DATABASE_URL: `postgres://me@localhost:${await freePort()}/boomtime`,
    }
    expect(await sentence(env)).toMatch(
      /^Connecting to the database failed: connect ECONNREFUSED \S+\. Check DATABASE_URL\.$/,
    )
  })

  test("the database doesn't exist on the server", async () => {
    const { where } = await freshDatabase('postgres')
    const url = new URL((where as { url: string }).url)
    url.pathname = '/nowhere'
    expect(await sentence({ ...(await freshEnv()), DATABASE_URL: url.href })).toBe(
      'Connecting to the database failed: database "nowhere" does not exist. Check DATABASE_URL.',
    )
  })

  test("the database's user may not read what it contains", async () => {
    const { where, dispose } = await freshDatabase('postgres')
    const { db, close } = await openDatabase(where)
    const stranger = `stranger_${process.pid}`
    onTestFinished(async () => {
      await db.execute(sql.raw(`drop owned by ${stranger}; drop role ${stranger}`))
      await close()
      await dispose()
    })
    await db.execute(sql.raw(`create role ${stranger} login password '${stranger}'`))
    const env = {
      ...(await freshEnv()),
      DATABASE_URL: Object.assign(new URL((where as { url: string }).url), {
        username: stranger,
        password: stranger,
      }).href,
    }
    const MAKE_OWNER = 'Make the user in DATABASE_URL the owner of the database and all it contains.'
    const denied = (what: string) => `Using the database failed: permission denied for ${what}. ${MAKE_OWNER}`
    expect(await sentence(env)).toBe(denied('schema drizzle'))
    const name = new URL(env.DATABASE_URL).pathname.slice(1)
    await db.execute(
      sql.raw(`grant usage, create on schema drizzle to ${stranger};
        grant select on all tables in schema drizzle to ${stranger};
        grant select, insert, update, delete on all tables in schema public to ${stranger};
        alter table jobs owner to pg_database_owner;
        revoke delete on jobs from ${stranger}`),
    )
    expect(await sentence(env)).toBe(
      `Creating the database tables failed: permission denied for database ${name}. ${MAKE_OWNER}`,
    )
    await db.execute(sql.raw(`grant create on database "${name}" to ${stranger}`))
    expect(await sentence(env)).toBe(denied('table jobs'))
  })
})
