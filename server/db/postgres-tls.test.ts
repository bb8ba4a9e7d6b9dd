import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../../testing/databases/databases.ts'
import { openDatabase } from './open.ts'

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-tls-'))
const files = { cert: path.join(dir, 'ca.pem'), key: path.join(dir, 'key.pem') }
const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/**
 * A TLS server in front of a database. PostgreSQL's clients ask for TLS with eight bytes and get an S as the answer.
 */
async function withTls(databaseUrl: string): Promise<URL> {
  const behind = new URL(databaseUrl)
  const certificate = { cert: fs.readFileSync(files.cert), key: fs.readFileSync(files.key) }
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      const secure = new tls.TLSSocket(socket, { isServer: true, ...certificate })
      const database = net.connect(Number(behind.port), behind.hostname)
      secure.pipe(database).pipe(secure)
      for (const one of [secure, database]) one.on('error', () => socket.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = new URL(databaseUrl)
  url.hostname = 'localhost'
  url.port = String((server.address() as net.AddressInfo).port)
  return url
}

describe.runIf(hasOpenssl)('a database whose certificate is signed by a private authority', () => {
  beforeAll(() => {
    const request =
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'
    const made = spawnSync('openssl', [
      ...request.split(' '),
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      files.key,
      '-out',
      files.cert,
    ])
    if (made.status !== 0) throw new Error(String(made.stderr))
    return () => fs.rmSync(dir, { recursive: true, force: true })
  })

  test('is used with sslrootcert, and refused without', async () => {
    const { where, dispose } = await freshDatabase('postgres')
    onTestFinished(dispose)
    const url = await withTls((where as { url: string }).url)
    url.search = '?sslmode=verify-full'
    await expect(openDatabase({ url: url.href })).rejects.toThrow(
      /^Connecting to the database failed: self-signed certificate.*\. Check DATABASE_URL\. For a private authority, append sslmode=verify-full&sslrootcert=/,
    )
    url.search = `?sslmode=verify-full&sslrootcert=${files.cert}`
    const { db, close } = await openDatabase({ url: url.href })
    expect(await db.execute(sql`select 1 as one`)).toMatchObject({ rows: [{ one: 1 }] })
    await close()
  })

  test.each(['prefer', 'require', 'verify-ca'])(
    'is refused with sslmode=%s, without warnings',
    async (mode) => {
      const { where, dispose } = await freshDatabase('postgres')
      onTestFinished(dispose)
      const url = await withTls((where as { url: string }).url)
      url.search = `?sslmode=${mode}`
      const warn = vi.spyOn(process, 'emitWarning')
      onTestFinished(() => warn.mockRestore())
      await expect(openDatabase({ url: url.href })).rejects.toThrow(/: self-signed certificate/)
      expect(warn).not.toHaveBeenCalled()
    },
  )

  test('needs a file that can be read', async () => {
    const url = 'postgres://me@localhost/x?sslmode=verify-full&sslrootcert=/nowhere/ca.pem'
    await expect(openDatabase({ url })).rejects.toThrow(
      /^Connecting to the database failed: ENOENT: .*\/nowhere\/ca\.pem'\. Check DATABASE_URL\./,
    )
  })
})
