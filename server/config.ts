import fs from 'node:fs'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'

/** What the process was told by its environment. Nothing else reads `process.env`. */
export interface Config {
  mode: 'sandbox' | 'production'
  host: string
  port: number
  /** Where people reach this installation, without a slash at the end. */
  publicUrl: string
  database: { url: string } | { dir: string }
  dataDir: string
  google: { issuer: string; apiRoot: string; clientId: string; clientSecret: string; sandbox: boolean }
  /** 32 bytes, or null where one is to be kept in the data folder (sandbox). */
  encryptionKey: Buffer | null
  trustProxy: boolean | string[]
  logLevel: string
  /** How often each calendar in use is brought up to date, whatever happens, in milliseconds. */
  calendarPollMs: number
}

const GOOGLE_ISSUER = 'https://accounts.google.com'
const GOOGLE_API_ROOT = 'https://www.googleapis.com/'
const SANDBOX_CLIENT = 'boomtime-sandbox'
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

const environment = z.object({
  BOOMTIME_MODE: z.enum(['sandbox', 'production'], 'must be sandbox or production').default('sandbox'),
  HOST: z.string().optional(),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port number')
    .default(3000),
  PUBLIC_URL: httpUrl
    .refine((url) => URL.canParse(url) && new URL(url).pathname === '/', 'must be an origin without a path')
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  GOOGLE_ISSUER: httpUrl.optional(),
  GOOGLE_API_ROOT: httpUrl.optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  ENCRYPTION_KEY: z
    .base64('must be 32 bytes in base64')
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((key) => key.length === 32, 'must be 32 bytes in base64')
    .optional(),
  TRUST_PROXY: z.string().optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
})

const neededInProduction = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'ENCRYPTION_KEY',
] as const

export class ConfigError extends Error {}

/** Throws a ConfigError that lists every problem by the variable's name. An empty variable counts as not given. */
export function parseConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environment.safeParse(given)
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  if (given['BOOMTIME_MODE'] === 'production') {
    for (const name of neededInProduction) if (!(name in given)) problems.push(`${name} is missing`)
    const url = given['PUBLIC_URL']
    if (url && !url.startsWith('https:') && !isLoopback(url))
      problems.push('PUBLIC_URL must begin with https://')
  }
  if ('GOOGLE_CLIENT_ID' in given !== 'GOOGLE_CLIENT_SECRET' in given) {
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together')
  }
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(
      `The configuration has problems:\n${[...new Set(problems)].map((line) => `  ${line}`).join('\n')}`,
    )
  }
  const values = parsed.data
  const sandboxMode = values.BOOMTIME_MODE === 'sandbox'
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, '')
  const sandboxGoogle = sandboxMode && !values.GOOGLE_CLIENT_ID
  const sandboxIssuer = `${publicUrl}/sandbox/google`
  return {
    mode: values.BOOMTIME_MODE,
    host: values.HOST ?? (sandboxMode ? '127.0.0.1' : '0.0.0.0'),
    port: values.PORT,
    publicUrl,
    database: values.DATABASE_URL
      ? { url: values.DATABASE_URL }
      : { dir: path.resolve(values.DATA_DIR, 'database') },
    dataDir: path.resolve(values.DATA_DIR),
    google: {
      issuer: values.GOOGLE_ISSUER ?? (sandboxGoogle ? sandboxIssuer : GOOGLE_ISSUER),
      apiRoot: values.GOOGLE_API_ROOT ?? (sandboxGoogle ? `${sandboxIssuer}/` : GOOGLE_API_ROOT),
      clientId: values.GOOGLE_CLIENT_ID ?? SANDBOX_CLIENT,
      clientSecret: values.GOOGLE_CLIENT_SECRET ?? SANDBOX_CLIENT,
      sandbox: sandboxGoogle,
    },
    encryptionKey: values.ENCRYPTION_KEY ?? null,
    trustProxy: parseTrustProxy(values.TRUST_PROXY),
    logLevel: values.LOG_LEVEL,
    calendarPollMs: sandboxGoogle ? 2000 : 60_000,
  }
}

function parseTrustProxy(text: string | undefined): boolean | string[] {
  if (text === undefined || text === 'false') return false
  return text === 'true' ? true : text.split(',').map((address) => address.trim())
}

function isLoopback(url: string): boolean {
  return URL.canParse(url) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
}

/** Makes the data folder, and the key that encrypts in it where the environment gives none. */
export function prepareDataFolder(config: Config): { encryptionKey: Buffer } {
  if (config.encryptionKey) {
    if ('dir' in config.database || config.google.sandbox) fs.mkdirSync(config.dataDir, { recursive: true })
    return { encryptionKey: config.encryptionKey }
  }
  fs.mkdirSync(config.dataDir, { recursive: true })
  const file = path.join(config.dataDir, 'encryption.key')
  if (!fs.existsSync(file)) {
    fs.writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flush: true })
  }
  return { encryptionKey: Buffer.from(fs.readFileSync(file, 'utf8'), 'base64') }
}
