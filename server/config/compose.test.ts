import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { production } from '../../testing/server/environment.ts'
import { parseConfig } from './config.ts'

type Variables = Record<string, string>

const read = (file: string) => fs.readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8')

/** The variables of a `.env` file. */
const variablesOf = (text: string): Variables =>
  Object.fromEntries(
    Array.from(text.matchAll(/^([A-Z_]+)=(.*)$/gm), ([, name, value]) => [
      name!,
      value!.replace(/^'(.*)'$/, '$1'),
    ]),
  )

/** The environment of the service `app` in a file for Compose, before interpolation. */
function environmentOf(file: string): Variables {
  const service = /^ {2}app:\n(?: {4}.*\n)+/m.exec(read(file))![0]
  const environment = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(service)![1]!
  return Object.fromEntries(
    Array.from(environment.matchAll(/^ {6}([A-Z_]+): (.*)$/gm), ([, name, value]) => [name!, value!]),
  )
}

/** Replaces `${NAME:-default}` and `${NAME:?}` as Compose does. */
function interpolate(text: string, env: Variables): string {
  return text.replaceAll(
    /\$\{(\w+):([-?])([^}]*)\}/g,
    (_all, name: string, operator: string, fallback: string) => {
      const value = env[name] ?? ''
      if (value === '' && operator === '?') throw new Error(`${name} is missing`)
      return value === '' ? fallback : value
    },
  )
}

/** What the server reads in a container that is started with these files and this `.env`. */
function configOf(files: readonly string[], env: Variables) {
  const merged: Variables = Object.assign({}, ...files.map(environmentOf))
  return parseConfig(
    Object.fromEntries(Object.entries(merged).map(([name, text]) => [name, interpolate(text, env)])),
  )
}

const guide = read('docs/first-installation.md')

/** The `.env` of the guide's step 5. The shell replaces `$(…)` there. */
const guideEnv: Variables = {
  ...variablesOf(/<<EOF\n([\s\S]*?)\nEOF\n/.exec(guide)![1]!),
  ENCRYPTION_KEY: production.ENCRYPTION_KEY,
  POSTGRES_PASSWORD: 'secret',
}

const single = ['compose.yaml']
const scaled = ['compose.yaml', 'compose.scaled.yaml']

describe('a container with the .env of the installation guide', () => {
  test.each([
    [single, {}, 1],
    [single, { TRUST_PROXY: '' }, 1],
    [single, { TRUST_PROXY: '2' }, 2],
    [scaled, {}, 2],
    [scaled, { TRUST_PROXY: '' }, 2],
    [scaled, { SCALED_TRUST_PROXY: '3' }, 3],
  ] as const)('of %j and %j counts %i proxies', (files, changed, count) => {
    expect(guideEnv['TRUST_PROXY']).toBe('1')
    expect(configOf(files, { ...guideEnv, ...changed }).trustProxy).toBe(count)
  })

  test('has all variables that Compose requires', () => {
    const required = [...read('compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name!)
    expect(required.length).toBeGreaterThan(5)
    for (const name of required) expect(guide).toMatch(new RegExp(`\\b${name}=`))
  })
})

describe('the containers', () => {
  test('count as unhealthy only long after they started', () => {
    const checks = [...read('compose.yaml').matchAll(/^ {4}healthcheck:\n((?: {6}.*\n)+)/gm)]
    expect(checks.map(([, check]) => /^ {6}start_period: (.*)$/m.exec(check!)?.[1])).toEqual(['5m'])
    expect(read('Dockerfile')).toMatch(/^HEALTHCHECK --start-period=10m CMD /m)
  })

  test('wait until the database takes connections from the network', () => {
    expect(read('compose.yaml')).toMatch(/^ {6}test: pg_isready .*-h 127\.0\.0\.1$/m)
  })

  test('keep the release of Debian under the database', () => {
    expect(read('compose.yaml')).toMatch(/^ {4}image: postgres:\d+-[a-z]+$/m)
  })

  test('run as a user that Kubernetes knows by number', () => {
    expect(read('Dockerfile')).toMatch(/^USER [1-9]\d*$/m)
  })

  test('are found again by the balancer when their addresses change', () => {
    expect(read('docs/proxy/balancer.conf')).toMatch(
      /^resolver 127\.0\.0\.11 valid=5s;\n\nupstream boomtime \{\n {4}zone .*\n(.*#.*\n)? {4}server app:3000 resolve;$/m,
    )
  })

  test('keep only the last of their logs', () => {
    const services = scaled.flatMap((file) => [...read(file).matchAll(/^ {4}(?:build|image): /gm)])
    const drivers = scaled.flatMap((file) => [...read(file).matchAll(/^ {4}logging: \{ driver: local \}$/gm)])
    expect(services).toHaveLength(3)
    expect(drivers).toHaveLength(3)
  })
})

test('the commands of the installation guide name a service and the user of the database', () => {
  const compose = read('compose.yaml')
  const [, user] = /POSTGRES_USER: (\w+)/.exec(compose)!
  const commands = [...guide.matchAll(/docker compose exec -T (\w+) (\w+) -U (\w+)/g)]
  expect(commands.map(([, , program]) => program)).toEqual(['pg_dump', 'createdb', 'pg_restore', 'dropdb'])
  for (const [, service, , as] of commands) {
    expect(compose).toContain(`\n  ${service}:\n`)
    expect(as).toBe(user)
  }
})

test('the installation guide builds the image of a new version before it starts it', () => {
  expect(guide).toMatch(/^git pull\ndocker compose build\ndocker compose stop app\ndocker compose up -d$/m)
})

/** The settings that compose.yaml doesn't take from `.env`. */
const fixed: Variables = {
  BOOMTIME_MODE: 'sandbox mode needs no containers',
  SANDBOX_ALLOW_REMOTE: 'for sandbox mode only',
  HOST: 'in a container, only 0.0.0.0 can be reached',
  PORT: 'the published port and the balancer expect 3000',
  DATABASE_URL: 'the database is a service of the same file',
  DATABASE_PASSWORD: 'POSTGRES_PASSWORD sets it for the server and the database',
  DATA_DIR: 'with PostgreSQL, nothing is stored in it',
}

test('every setting of .env.example reaches the container, except for fixed ones', () => {
  const names = Object.keys(variablesOf(read('.env.example')))
  expect(names.length).toBeGreaterThan(30)
  const environment = environmentOf('compose.yaml')
  const isPassed = (name: string) => environment[name]?.includes(`\${${name}:`) ?? false
  expect(names.filter((name) => !isPassed(name))).toEqual(names.filter((name) => name in fixed))
  expect(Object.keys(fixed).filter((name) => !names.includes(name))).toEqual([])
})

test('the container gets the settings from .env', () => {
  const env = {
    ALLOWED_PRIVATE_NETWORKS: '192.168.1.0/24',
    CALENDAR_POLL_SECONDS: '30',
    METRICS_PORT: '9100',
  }
  expect(configOf(scaled, { ...guideEnv, ...env })).toMatchObject({
    allowedPrivateNetworks: ['192.168.1.0/24'],
    calendarPollMs: 30_000,
    metrics: { port: 9100, host: '127.0.0.1' },
    zoneinfoDir: '/usr/share/zoneinfo',
  })
})
