import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { problems, production } from '../../testing/server/environment.ts'
import { parseConfig } from './config.ts'

test('without any variables it is a sandbox on this machine only', () => {
  expect(parseConfig({})).toEqual({
    mode: 'sandbox',
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    database: { dir: path.resolve('data/database') },
    processes: 1,
    zoneinfoDir: '/usr/share/zoneinfo',
    dataDir: path.resolve('data'),
    google: {
      issuer: 'http://localhost:3000/sandbox/google',
      apiRoot: 'http://localhost:3000/sandbox/google/',
      clientId: 'boomtime-sandbox',
      clientSecret: 'boomtime-sandbox',
      sandbox: true,
    },
    calendarCheck: {
      clientId: 'boomtime-sandbox-browser',
      authorizationUrl: 'http://localhost:3000/sandbox/google/o/oauth2/v2/auth',
      freeBusyUrl: 'http://localhost:3000/sandbox/google/calendar/v3/freeBusy',
      revocationUrl: 'http://localhost:3000/sandbox/google/revoke',
    },
    mail: { smtpUrl: null, from: { name: 'Boomtime', address: 'no-reply@sandbox.example' } },
    encryptionKeys: [],
    trustProxy: false,
    logLevel: 'info',
    operator: null,
    metrics: { token: null, port: null, host: '127.0.0.1' },
    payments: {
      apiRoot: 'http://localhost:3000/sandbox/stripe',
      secretKey: 'sk_test_boomtime_sandbox',
      webhookSecret: 'whsec_boomtime_sandbox',
      prices: { individual: { month: 'price_individual_month', year: 'price_individual_year' } },
      sandbox: true,
    },
    isBillingEnforced: false,
    allowedPrivateNetworks: [],
    calendarPollMs: 2000,
    calendarCallsPerMinute: 10_000,
  })
})

test('an empty variable counts as unset', () => {
  const names = [...Object.keys(production), 'HOST', 'PORT', 'DATA_DIR', 'TRUST_PROXY', 'LOG_LEVEL']
  const googles = ['GOOGLE_ISSUER', 'GOOGLE_API_ROOT', 'GOOGLE_BROWSER_CLIENT_ID']
  expect(parseConfig(Object.fromEntries([...names, ...googles].map((name) => [name, ''])))).toEqual(
    parseConfig({}),
  )
})

test('reads the public URL on start', () => {
  const config = parseConfig({
    PUBLIC_URL: 'https://Meet.Example.com:443/',
    PORT: '8080',
    SANDBOX_ALLOW_REMOTE: 'true',
  })
  expect(config).toMatchObject({ publicUrl: 'https://meet.example.com', port: 8080, host: '127.0.0.1' })
  expect(config.google.issuer).toBe('https://meet.example.com/sandbox/google')
  expect(parseConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
})

test('reads where data is stored', () => {
  const dataDir = path.resolve('elsewhere')
  expect(parseConfig({ DATA_DIR: './elsewhere' })).toMatchObject({
    dataDir,
    database: { dir: path.join(dataDir, 'database') },
  })
  const url = 'postgresql://localhost/boomtime'
  expect(parseConfig({ DATABASE_URL: url }).database).toMatchObject({ url })
})

describe('in production', () => {
  test('uses the real Google and listens on every address', () => {
    expect(parseConfig(production)).toMatchObject({
      mode: 'production',
      host: '0.0.0.0',
      publicUrl: 'https://meet.example.com',
      database: { url: production.DATABASE_URL },
      google: {
        issuer: 'https://accounts.google.com',
        apiRoot: 'https://www.googleapis.com/',
        clientId: production.GOOGLE_CLIENT_ID,
        clientSecret: production.GOOGLE_CLIENT_SECRET,
        sandbox: false,
      },
      mail: {
        smtpUrl: production.SMTP_URL,
        from: { name: 'Meet', address: 'meet@example.com' },
      },
      encryptionKeys: [Buffer.alloc(32, 7)],
      calendarPollMs: 60_000,
      payments: null,
      isBillingEnforced: false,
    })
    expect(parseConfig({ ...production, HOST: '10.0.0.5' }).host).toBe('10.0.0.5')
  })

  test('lists every missing and malformed variable by name', () => {
    expect(problems({ BOOMTIME_MODE: 'production' })).toEqual([
      'PUBLIC_URL is missing',
      'DATABASE_URL is missing',
      'GOOGLE_CLIENT_ID is missing',
      'GOOGLE_CLIENT_SECRET is missing',
      'SMTP_URL is missing',
      'MAIL_FROM is missing',
      'ENCRYPTION_KEY is missing',
    ])
    const wrong = { PORT: 'http', LOG_LEVEL: 'loud', PUBLIC_URL: 'http://x.example', ENCRYPTION_KEY: 'short' }
    expect(problems({ BOOMTIME_MODE: 'production', ...wrong }).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'DATABASE_URL is missing',
      'ENCRYPTION_KEY must be 32 bytes in base64',
      'GOOGLE_CLIENT_ID is missing',
      'GOOGLE_CLIENT_SECRET is missing',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      'MAIL_FROM is missing',
      'PORT must be a port number',
      'PUBLIC_URL must start with https://',
      'SMTP_URL is missing',
    ])
  })

  test.each(Object.keys(production).filter((name) => name !== 'BOOMTIME_MODE'))('requires %s', (name) => {
    expect(problems({ ...production, [name]: '' })).toEqual([`${name} is missing`])
  })

  test('requires an https URL, except on the same machine', () => {
    expect(problems({ ...production, PUBLIC_URL: 'http://meet.example.com' })).toEqual([
      'PUBLIC_URL must start with https://',
    ])
    for (const url of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      expect(parseConfig({ ...production, PUBLIC_URL: url }).publicUrl).toBe(url)
    }
  })
})

test.each([
  ['BOOMTIME_MODE', ['Production', 'test']],
  ['PORT', ['http', '-1', '0', '65536', '3000.5', '0x10']],
  [
    'PUBLIC_URL',
    [
      'meet.example.com',
      'ftp://x.example',
      'https://x.example/a',
      'https://x.example/?a',
      'https://u@x.example',
    ],
  ],
  ['DATABASE_URL', ['mysql://localhost/x', 'localhost', 'postgres://me:50%@localhost:port/x']],
  ['GOOGLE_ISSUER', ['accounts.google.com']],
  ['GOOGLE_API_ROOT', ['googleapis']],
  [
    'SMTP_URL',
    ['mail.example.com', 'http://mail.example.com', 'smtp:///mail', 'smtp://me:50%@mail:port', 'smtp:mail'],
  ],
  [
    'MAIL_FROM',
    [
      'Boomtime',
      'a@b@c.example',
      'A <a@x.example> <b@x.example>',
      'A\nBcc: <a@x.example>',
      '<a@x>',
      'ü@x.example',
    ],
  ],
  ['ENCRYPTION_KEY', ['secret!', Buffer.alloc(16).toString('base64'), Buffer.alloc(33).toString('base64')]],
  [
    'TRUST_PROXY',
    [
      'true',
      'TRUE',
      'yes',
      '-1',
      '1.5',
      '10.0.0.1 10.0.0.2',
      '10.0.0.0/33',
      '10.0.0.1,',
      'proxy.example.com',
    ],
  ],
  ['TRUST_PROXY', ['0.0.0.0/0', '::/0', '127.0.0.1, ::/0', '1, 127.0.0.1', '00']],
  [
    'TRUST_PROXY',
    ['0.0.0.0/1, 128.0.0.0/1', '::/1, 8000::/1', '2000::/3', '::ffff:0:0/96', '::ffff:128.0.0.0/97', '::/8'],
  ],
  ['ALLOWED_PRIVATE_NETWORKS', ['all', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.1,', 'nas.local']],
  ['GOOGLE_CALLS_PER_MINUTE', ['80', '-200', '100.5', '10000000', 'many']],
  ['CALENDAR_POLL_SECONDS', ['0', '-1', '1.5', '10000', 'often']],
  ['METRICS_TOKEN', ['too short']],
  ['METRICS_PORT', ['http', '0', '3000']],
  ['SANDBOX_ALLOW_REMOTE', ['yes', '1']],
  ['LOG_LEVEL', ['loud', 'INFO']],
])('validates %s without repeating its value', (name, values) => {
  for (const value of values) {
    const lines = problems({ [name]: value })
    expect([value, ...lines]).toHaveLength(2)
    expect(lines[0]).toMatch(new RegExp(`^${name} (must|is) `))
    expect(lines[0]).not.toContain(value)
  }
})

test('takes one port for two addresses', () => {
  expect(problems({ PORT: '9000', METRICS_PORT: '9000', HOST: '127.0.0.2' })).toEqual([])
})

test.each([
  ['false', false],
  ['1', 1],
  ['2', 2],
  ['10.0.0.1', ['10.0.0.1']],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ['fc00::/7, ::ffff:10.0.0.0/104', ['fc00::/7', '::ffff:10.0.0.0/104']],
])('TRUST_PROXY=%s', (given, trustProxy) => {
  expect(parseConfig({ TRUST_PROXY: given }).trustProxy).toEqual(trustProxy)
})

test('the operator needs a name and an email address', () => {
  const operator = { OPERATOR_NAME: 'Ada Ltd.', OPERATOR_EMAIL: 'ada@example.com' }
  expect(parseConfig({ ...operator, OPERATOR_ADDRESS: '1 Main Street' }).operator).toEqual({
    name: 'Ada Ltd.',
    address: '1 Main Street',
    email: 'ada@example.com',
  })
  expect(() => parseConfig({ OPERATOR_NAME: 'Ada Ltd.' })).toThrow('OPERATOR_EMAIL is missing')
})

test('several encryption keys are separated by commas', () => {
  const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const ENCRYPTION_KEY = `${one.toString('base64')}, ${two.toString('base64')}`
  expect(parseConfig({ ENCRYPTION_KEY }).encryptionKeys).toEqual([one, two])
  expect(problems({ ENCRYPTION_KEY: `${one.toString('base64')},` })).toEqual([
    'ENCRYPTION_KEY must be 32 bytes in base64',
  ])
})

describe('processes', () => {
  const stripe = {
    STRIPE_SECRET_KEY: 'key',
    STRIPE_WEBHOOK_SECRET: 'secret',
    STRIPE_PRICE_INDIVIDUAL_MONTH: 'month',
    STRIPE_PRICE_INDIVIDUAL_YEAR: 'year',
  }
  const GB = 1024 ** 3
  const countOf = (env: Record<string, string>, cores = 4, memory = 64 * GB) =>
    parseConfig(env, { cores, memory }).processes

  test('no more than fit into the memory, unless configured', () => {
    const counts = [0.25, 0.5, 1, 2, 4].map((gigabytes) => countOf(production, 16, gigabytes * GB))
    expect(counts).toEqual([1, 2, 4, 8, 16])
    expect(countOf(production, 16, GB / 8)).toBe(1)
    expect(countOf({ ...production, WEB_CONCURRENCY: '4' }, 16, GB / 2)).toBe(4)
  })

  test('one for each core, up to 16, or as many as configured', () => {
    expect([1, 4, 16, 64].map((cores) => countOf(production, cores))).toEqual([1, 4, 16, 16])
    expect(countOf({ ...production, WEB_CONCURRENCY: '1' })).toBe(1)
    expect(countOf({ ...production, WEB_CONCURRENCY: '20' })).toBe(20)
    for (const WEB_CONCURRENCY of ['0', '-1', '1.5', 'auto'])
      expect(problems({ ...production, WEB_CONCURRENCY })).toEqual([
        'WEB_CONCURRENCY must be a whole number from 1 to 999',
      ])
  })

  test('a single one with the embedded database or any stand-in', () => {
    const {
      BOOMTIME_MODE: _mode,
      PUBLIC_URL: _url,
      ...real
    } = {
      ...production,
      ...stripe,
      WEB_CONCURRENCY: '4',
    }
    expect(countOf(real)).toBe(4)
    const sets = ['DATABASE_URL', 'SMTP_URL', 'STRIPE_', 'GOOGLE_CLIENT_']
    for (const set of sets) {
      const others = Object.entries(real).filter(([name]) => !name.startsWith(set))
      expect([set, countOf(Object.fromEntries(others))]).toEqual([set, 1])
    }
  })

  test('use at most 80 connections together, and each at most 10', () => {
    const connectionsOf = (processes: number) =>
      parseConfig({ ...production, WEB_CONCURRENCY: String(processes) }).database
    const { DATABASE_URL: url } = production
    expect([1, 8, 16, 100].map(connectionsOf)).toEqual(
      [10, 10, 5, 2].map((maxConnections) => ({ url, maxConnections })),
    )
  })
})
