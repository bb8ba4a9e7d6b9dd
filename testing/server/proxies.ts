import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { freePort } from '../databases/postgres.ts'
import { rawGet } from './raw-request.ts'

export interface Proxy {
  http: string
  https: string
  /** Everything it has written to its logs. */
  logs: () => string
}

type Program = 'nginx' | 'caddy'
type Replacements = [from: string, to: string][]

const isInstalled = (program: string, flag: string) => spawnSync(program, [flag]).status === 0
export const missing = { nginx: !isInstalled('nginx', '-v'), caddy: !isInstalled('caddy', 'version') }

/** Starts a proxy with its file from `docs/proxy`, in which only ports, certificate and log are replaced. */
export async function startProxy(
  program: Program,
  appPort: string,
): Promise<{ proxy: Proxy; end: () => void }> {
  const dir = newFolder()
  const ports = { http: await freePort(), https: await freePort() }
  const app: Replacements = [['127.0.0.1:3000', `127.0.0.1:${appPort}`]]
  const https = `https://127.0.0.1:${ports.https}`
  const { logs, end } = await run(program, dir, program === 'nginx' ? nginxSite() : caddyfile(), https)
  return { proxy: { http: `http://127.0.0.1:${ports.http}`, https, logs }, end }

  function nginxSite(): string {
    const certificate = makeCertificate(dir)
    return example('nginx.conf', [
      [' 80;', ` 127.0.0.1:${ports.http};`],
      ['    listen [::]:80;\n', ''],
      [' 443 ', ` 127.0.0.1:${ports.https} `],
      ['    listen [::]:443 ssl http2;\n', ''],
      ['/etc/letsencrypt/live/meet.example.com/fullchain.pem', certificate.cert],
      ['/etc/letsencrypt/live/meet.example.com/privkey.pem', certificate.key],
      ['/var/log/nginx/', `${dir}/`],
      ...app,
    ])
  }

  function caddyfile(): string {
    const own = `{\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n\tadmin off\n\tlocal_certs\n\tskip_install_trust`
    return example('Caddyfile', [['\n{', `\n${own}`], ...app])
  }
}

/** Starts the nginx of `compose.scaled.yaml`. */
export async function startBalancer(
  appPorts: readonly string[],
): Promise<{ origin: string; end: () => void }> {
  const port = await freePort()
  const site = example('balancer.conf', [
    [' 3000;', ` 127.0.0.1:${port};`],
    // The name has several addresses there.
    ['server app:3000 resolve;', appPorts.map((one) => `server 127.0.0.1:${one};`).join('\n')],
  ])
  const origin = `http://127.0.0.1:${port}`
  return { origin, end: (await run('nginx', newFolder(), site, origin)).end }
}

const newFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-proxy-'))

function example(name: string, replacements: Replacements): string {
  let text = fs.readFileSync(path.join(import.meta.dirname, '../../docs/proxy', name), 'utf8')
  for (const [from, to] of replacements) {
    expect(text).toContain(from)
    text = text.replaceAll(from, to)
  }
  return text
}

/** Runs a proxy until it passes on requests to `origin`. */
async function run(program: Program, dir: string, site: string, origin: string) {
  const file = path.join(dir, 'proxy.conf')
  fs.writeFileSync(file, program === 'nginx' ? asNginxFile(dir, site) : site)
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
  const end = () => {
    child.kill('SIGTERM')
    fs.rmSync(dir, { recursive: true, force: true })
  }
  try {
    await vi.waitFor(
      async () => {
        const answer = await rawGet(`${origin}/healthz`, { host: 'meet.example.com' })
        expect([answer.status, said]).toEqual([200, said])
      },
      { timeout: 20_000, interval: 50 },
    )
  } catch (error) {
    end()
    throw error
  }
  return { logs: () => said + (fs.existsSync(logFile) ? fs.readFileSync(logFile, 'utf8') : ''), end }
}

function asNginxFile(dir: string, site: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temporary = folders.map((name) => `${name}_temp_path ${dir}/${name};`).join('\n')
  return `pid ${dir}/pid; daemon off; error_log stderr;\nevents {}\nhttp {\n${temporary}\n${site}\n}`
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
