import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../testing/databases/databases.ts'
import { freePort } from '../testing/databases/postgres.ts'
import { freshEnv, get, start } from '../testing/server/started-server.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

// These tests start processes, which takes longer when others run in parallel.
vi.setConfig({ testTimeout: 90_000 })

describe('in production', () => {
  test('lists everything missing if nothing is set', async () => {
    const { DATA_DIR } = await freshEnv()
    expect(await start({ BOOMTIME_MODE: 'production', DATA_DIR }).ended).toEqual({
      code: 1,
      out: '',
      errors: `Invalid configuration:
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

  test("has no sandbox and doesn't load its code", async () => {
    const { where } = await freshDatabase('postgres')
    const PORT = String(await freePort())
    const dir = temporaryFolder('test')
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
      OPERATOR_NAME: 'Meet Ltd.',
      OPERATOR_EMAIL: 'hello@example.com',
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
    // Load balancers notice while requests are still accepted.
    await expect.poll(() => get(PORT, '/readyz', host)).toBe(503)
    expect(await get(PORT, '/', host)).toBe(200)
    expect(await server.ended).toEqual({
      code: 0,
      out: 'Boomtime is ready: https://meet.example.com\n',
      errors: '',
    })
  })
})
