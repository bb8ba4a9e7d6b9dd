import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { BASE_PATH, CLIENT_HEADER, routes } from '../contract/routes.ts'
import { freePort } from '../testing/postgres.ts'
import { rawGet } from '../testing/raw-request.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { asFastifyOption, warnAboutUntrustedProxy } from './trust-proxy.ts'

const client = { [CLIENT_HEADER.name]: CLIENT_HEADER.value }
const ADDRESS_PATH = BASE_PATH + routes.getClientAddress.path
const PUBLIC_URL = 'https://meet.example.com'

/** The client's address as the server sees it. */
async function addressSeen(origin: string, headers: Record<string, string>): Promise<string> {
  const { text } = await rawGet(origin + ADDRESS_PATH, { ...client, ...headers })
  return (JSON.parse(text) as { data: { ip: string } }).data.ip
}

describe('X-Forwarded-For', () => {
  const forwarded = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7, 10.0.0.9' }
  test.each([
    [false, '127.0.0.1'],
    [1, '10.0.0.9'],
    [2, '203.0.113.7'],
    [9, '198.51.100.1'],
    [['127.0.0.1'], '10.0.0.9'],
    [['127.0.0.0/8', '10.0.0.0/8'], '203.0.113.7'],
    [['192.0.2.1'], '127.0.0.1'],
  ] as const)('with TRUST_PROXY=%j, the client is %s', async (trustProxy, address) => {
    const trusted = typeof trustProxy === 'object' ? [...trustProxy] : trustProxy
    const app = Fastify({ trustProxy: asFastifyOption(trusted) })
    app.get('/', (request) => request.ip)
    const answer = await app.inject({ url: '/', headers: forwarded, remoteAddress: '127.0.0.1' })
    expect(answer.body).toBe(address)
  })
})

test.each([
  [false, 1],
  [1, 0],
] as const)('with TRUST_PROXY=%j, a proxy in front is warned about %i times', async (trusted, times) => {
  const lines: string[] = []
  const app = Fastify({ logger: { stream: { write: (line) => void lines.push(line) } } })
  warnAboutUntrustedProxy(app, trusted)
  app.get('/', () => '')
  await app.inject({ url: '/' })
  for (let calls = 0; calls < 2; calls++)
    await app.inject({ url: '/', headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(lines.filter((line) => line.includes('set TRUST_PROXY'))).toHaveLength(times)
})

interface Proxy {
  http: string
  https: string
  /** Everything it has written to its logs. */
  logs: () => string
}

const isInstalled = (program: string, flag: string) => spawnSync(program, [flag]).status === 0
const missing = { nginx: !isInstalled('nginx', '-v'), caddy: !isInstalled('caddy', 'version') }

describe.each(['nginx', 'caddy'] as const)('%s with our example configuration', (program) => {
  let app: TestApp
  let proxy: Proxy
  let end = () => {}
  beforeAll(async () => {
    if (missing[program]) return
    app = await startTestApp({ trustProxy: 1, publicUrl: PUBLIC_URL })
    const started = await startProxy(program, new URL(app.origin).port)
    proxy = started.proxy
    end = started.end
  })
  afterAll(async () => {
    end()
    await app?.close()
  })
  const host = { host: 'meet.example.com' }

  test.skipIf(missing[program])('serves pages over https and redirects http', async () => {
    const page = await rawGet(`${proxy.https}/`, host)
    expect([page.status, page.text.includes('<html')]).toEqual([200, true])
    const redirect = await rawGet(`${proxy.http}/pricing`, host)
    expect([301, 308]).toContain(redirect.status)
    expect(redirect.headers.location).toMatch(/^https:\/\/meet\.example\.com(:\d+)?\/pricing$/)
  })

  test.skipIf(missing[program])("passes on the client's address, whatever the client claims", async () => {
    expect(await addressSeen(proxy.https, host)).toBe('127.0.0.1')
    const spoofed = { ...host, 'x-forwarded-for': '198.51.100.1', forwarded: 'for=198.51.100.1' }
    expect(await addressSeen(proxy.https, spoofed)).toBe('127.0.0.1')
    const twice = { ...host, 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }
    expect(await addressSeen(proxy.https, twice)).toBe('127.0.0.1')
  })

  test.skipIf(missing[program])('ignores a forwarded host name', async () => {
    const page = await rawGet(`${proxy.https}/`, { ...host, 'x-forwarded-host': 'evil.example' })
    expect(page.status).toBe(200)
    const foreign = await rawGet(app.origin, { host: 'evil.example', 'x-forwarded-host': 'meet.example.com' })
    expect([foreign.status, JSON.parse(foreign.text)]).toMatchObject([400, { code: 'unknown_host' }])
  })

  test.skipIf(missing[program])('writes no path of a confirmation page into a log', async () => {
    const id = 'x'.repeat(22)
    await rawGet(`${proxy.https}/booking-confirmation/${id}`, host)
    await app.stop()
    const unreachable = await rawGet(`${proxy.https}/booking-confirmation/${id}`, host)
    expect(unreachable.status).toBe(502)
    expect(proxy.logs()).not.toContain(id)
  })
})

/** Starts a proxy with its file from `docs/proxy`, in which only ports, certificate and log are replaced. */
async function startProxy(program: 'nginx' | 'caddy', appPort: string) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-proxy-'))
  const ports = { http: await freePort(), https: await freePort() }
  const file = path.join(dir, 'proxy.conf')
  const example = (name: string, replacements: [string, string][]) => {
    let text = fs.readFileSync(path.join(import.meta.dirname, '../docs/proxy', name), 'utf8')
    for (const [from, to] of [...replacements, ['127.0.0.1:3000', `127.0.0.1:${appPort}`] as const]) {
      expect(text).toContain(from)
      text = text.replaceAll(from, to)
    }
    return text
  }
  if (program === 'nginx') {
    const certificate = makeCertificate(dir)
    const site = example('nginx.conf', [
      [' 80;', ` 127.0.0.1:${ports.http};`],
      ['    listen [::]:80;\n', ''],
      [' 443 ', ` 127.0.0.1:${ports.https} `],
      ['    listen [::]:443 ssl http2;\n', ''],
      ['/etc/letsencrypt/live/meet.example.com/fullchain.pem', certificate.cert],
      ['/etc/letsencrypt/live/meet.example.com/privkey.pem', certificate.key],
      ['/var/log/nginx/', `${dir}/`],
    ])
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const temporary = folders.map((name) => `${name}_temp_path ${dir}/${name};`).join('\n')
    fs.writeFileSync(
      file,
      `pid ${dir}/pid; daemon off; error_log stderr;\nevents {}\nhttp {\n${temporary}\n${site}\n}`,
    )
  } else {
    const ownPorts = `{\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n\tadmin off\n\tlocal_certs\n\tskip_install_trust`
    fs.writeFileSync(file, example('Caddyfile', [['\n{', `\n${ownPorts}`]]))
  }
  const args =
    program === 'nginx'
      ? ['-p', dir, '-e', 'stderr', '-c', file]
      : ['run', '--adapter', 'caddyfile', '--config', file]
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'] ?? '', HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text) => (said += String(text)))
  const logFile = path.join(dir, 'boomtime.log')
  const proxy = {
    http: `http://127.0.0.1:${ports.http}`,
    https: `https://127.0.0.1:${ports.https}`,
    logs: () => said + (fs.existsSync(logFile) ? fs.readFileSync(logFile, 'utf8') : ''),
  }
  const end = () => {
    child.kill('SIGTERM')
    fs.rmSync(dir, { recursive: true, force: true })
  }
  try {
    await vi.waitFor(
      async () => {
        const answer = await rawGet(`${proxy.https}/healthz`, { host: 'meet.example.com' })
        expect([answer.status, said]).toEqual([200, said])
      },
      { timeout: 20_000, interval: 50 },
    )
  } catch (error) {
    end()
    throw error
  }
  return { proxy, end }
}

function makeCertificate(dir: string) {
  const files = { cert: path.join(dir, 'cert.pem'), key: path.join(dir, 'key.pem') }
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' ')
  const made = spawnSync('openssl', [
    ...request,
    '-subj',
    '/CN=meet.example.com',
    '-keyout',
    files.key,
    '-out',
    files.cert,
  ])
  expect(made.status).toBe(0)
  return files
}
