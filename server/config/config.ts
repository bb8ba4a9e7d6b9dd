import path from 'node:path'
import { z } from 'zod'
import type { CalendarCheck } from '../../contract/bookings/invitee-calendar-check.ts'
import { product } from '../../contract/product.ts'
import type { Operator } from '../../contract/pages/page-data.ts'
import type { PaymentsConfig } from '../adapters/payments.ts'
import { connectionsEach, processCount, thisMachine } from '../cluster/process-count.ts'
import { googleOf } from './google.ts'
import type { GoogleConfig } from '../adapters/google-oidc.ts'
import {
  hasPassword,
  isEncryptionKey,
  isLoopback,
  isOrigin,
  parseSender,
  withHost,
  withImplicitTls,
  withPassword,
} from './values.ts'
import { parseNetworks } from '../adapters/outgoing/address-rules.ts'
import { refuseRemoteSandbox } from './remote-sandbox.ts'
import { readSecretFiles } from './secret-files.ts'
import { parseTrustProxy, type TrustProxy } from '../http/trust-proxy.ts'

/** The process configuration. Nothing else reads `process.env`. */
export interface Config {
  mode: 'sandbox' | 'production'
  host: string
  port: number
  /** The public origin, without a trailing slash. */
  publicUrl: string
  database: { url: string; maxConnections: number } | { dir: string }
  /** How many processes serve requests. More than one share nothing but PostgreSQL. */
  processes: number
  dataDir: string
  /** The operating system's time zone files. */
  zoneinfoDir: string
  google: GoogleConfig
  /** How invitees check their own calendars; null if they can't. */
  calendarCheck: CalendarCheck | null
  /** The mail server and the sender. Without a URL, the sandbox's own catcher is used. */
  mail: { smtpUrl: string | null; from: { name: string; address: string } }
  /** Null without billing. Sandbox mode uses the sandbox provider unless the real one is configured. */
  payments: (PaymentsConfig & { sandbox: boolean }) | null
  /** Whether accounts that are neither subscribed nor on trial take no bookings. */
  isBillingEnforced: boolean
  /** 32 bytes each: the first one encrypts, all decrypt. Empty to store a key in the data folder (sandbox). */
  encryptionKeys: Buffer[]
  trustProxy: TrustProxy
  logLevel: string
  /** Who runs the installation, for the privacy policy and the terms; null if not configured. */
  operator: Operator | null
  /** Where metrics are read: with the token at `/metrics`, or on a port of their own. Null for neither. */
  metrics: { token: string | null; port: number | null; host: string }
  /** Addresses and ranges that calendars may be read from although they aren't public. */
  allowedPrivateNetworks: string[]
  /** The polling interval of active calendars that send no notifications, in milliseconds. */
  calendarPollMs: number
  /** Google's quota for calls to the Calendar API, of which polling uses a share. */
  calendarCallsPerMinute: number
}

const SANDBOX_SENDER = { name: product.name, address: 'no-reply@sandbox.example' }
/** Google's default quota for the Calendar API: https://developers.google.com/workspace/calendar/api/guides/quota */
export const DEFAULT_CALLS_PER_MINUTE = 10_000
const STRIPE_API_ROOT = 'https://api.stripe.com'
export const sandboxPayments = {
  secretKey: 'sk_test_boomtime_sandbox',
  webhookSecret: 'whsec_boomtime_sandbox',
  prices: { individual: { month: 'price_individual_month', year: 'price_individual_year' } },
} as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((value) => value === 'true')
  .default(false)

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((number) => number > 0 && number <= 65_535, 'must be a port number')

const environment = z.object({
  BOOMTIME_MODE: z.enum(['sandbox', 'production'], 'must be sandbox or production').default('sandbox'),
  HOST: z.string().optional(),
  SANDBOX_ALLOW_REMOTE: flag,
  PORT: port.default(3000),
  PUBLIC_URL: httpUrl
    .refine((url) => URL.canParse(url) && isOrigin(new URL(url)), 'must be an origin without a path')
    .transform((url) => new URL(url).origin)
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .transform(withHost)
    .refine(
      (url) => URL.canParse(url),
      'is not a valid URL; percent-encode special characters in the password (%xx), or set DATABASE_PASSWORD',
    )
    .optional(),
  DATABASE_PASSWORD: z.string().optional(),
  WEB_CONCURRENCY: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a whole number from 1 to 999')
    .transform(Number)
    .optional(),
  DATA_DIR: z.string().default('./data'),
  TZDIR: z.string().default('/usr/share/zoneinfo'),
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/, error: 'must start with https://' }).optional(),
  GOOGLE_API_ROOT: httpUrl.optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_BROWSER_CLIENT_ID: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/?#\s]/, 'must start with smtp:// or smtps://')
    .refine(
      (url) => URL.canParse(url) && new URL(url).hostname !== '',
      'is not a valid URL; percent-encode special characters in the password (%xx)',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .transform(parseSender)
    .refine((sender) => sender !== null, 'must be an email address or Name <address>')
    .optional(),
  STRIPE_API_ROOT: httpUrl.optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_PRICE_INDIVIDUAL_MONTH: z.string().optional(),
  STRIPE_PRICE_INDIVIDUAL_YEAR: z.string().optional(),
  BILLING_ENFORCED: flag,
  ENCRYPTION_KEY: z
    .string()
    .transform((text) => text.trim().split(/\s*,\s*/))
    .refine((keys) => keys.every(isEncryptionKey), 'must be 32 bytes in base64')
    .transform((keys) => keys.map((key) => Buffer.from(key, 'base64')))
    .default([]),
  TRUST_PROXY: z
    .string()
    .transform(parseTrustProxy)
    .refine(
      (trusted) => trusted !== null,
      'must be how many proxies are in front (1), or their addresses and ranges (127.0.0.1, 10.0.0.0/8); ' +
        'ranges larger than /8 (/7 for IPv6) contain strangers, who could choose their address',
    )
    .default(false),
  ALLOWED_PRIVATE_NETWORKS: z
    .string()
    .transform(parseNetworks)
    .refine((networks) => networks !== null, 'must be addresses and ranges (192.168.1.0/24, fd12::7)')
    .default([]),
  CALENDAR_POLL_SECONDS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a whole number of seconds from 1 to 9999')
    .transform(Number)
    .optional(),
  GOOGLE_CALLS_PER_MINUTE: z
    .string()
    .regex(/^[1-9]\d{2,6}$/, 'must be a whole number from 100 to 9999999')
    .transform(Number)
    .default(DEFAULT_CALLS_PER_MINUTE),
  OPERATOR_NAME: z.string().trim().optional(),
  OPERATOR_ADDRESS: z.string().trim().optional(),
  OPERATOR_EMAIL: z.email('must be an email address').optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, 'must have at least 16 characters and no spaces')
    .optional(),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
})

const googleClient = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']
const stripeAccount = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_INDIVIDUAL_MONTH',
  'STRIPE_PRICE_INDIVIDUAL_YEAR',
]
const operator = ['OPERATOR_NAME', 'OPERATOR_EMAIL']

/** Set all variables of a set or none. */
const sets = [googleClient, stripeAccount, operator]
const neededInProduction = [
  'PUBLIC_URL',
  'DATABASE_URL',
  ...googleClient,
  'SMTP_URL',
  'MAIL_FROM',
  'ENCRYPTION_KEY',
]

export class ConfigError extends Error {}

/** Throws a ConfigError that lists every problem by variable name. An empty variable counts as unset. */
export function parseConfig(env: NodeJS.ProcessEnv, machine = thisMachine()): Config {
  const problems = new Map<string, string>()
  const report = (name: string, problem: string) => problems.set(name, problems.get(name) ?? problem)
  const set = Object.entries(env).filter(([, value]) => value !== undefined && value !== '')
  const given = readSecretFiles(Object.fromEntries(set), report)
  const isMissing = (name: string) => !(name in given) && !problems.has(`${name}_FILE`)
  const parsed = environment.safeParse(given)
  for (const issue of parsed.error?.issues ?? []) report(issue.path.join('.'), issue.message)
  if (given['BOOMTIME_MODE'] === 'production') {
    for (const name of neededInProduction) if (isMissing(name)) report(name, 'is missing')
    const url = given['PUBLIC_URL']
    if (url && !/^https:/i.test(url) && !(URL.canParse(url) && isLoopback(new URL(url).hostname)))
      report('PUBLIC_URL', 'must start with https://')
  }
  for (const names of sets) {
    const missing = names.filter(isMissing)
    if (missing.length === names.length) continue
    for (const name of missing) report(name, `is missing; set ${together(names)} together`)
  }
  refuseRemoteSandbox(given, isMissing, report)
  const { DATABASE_PASSWORD: databasePassword } = given
  const databaseUrl = given['DATABASE_URL'] && withHost(given['DATABASE_URL'])
  if (databasePassword && (!databaseUrl || (URL.canParse(databaseUrl) && hasPassword(databaseUrl)))) {
    report('DATABASE_PASSWORD', 'must go with a DATABASE_URL that contains no password')
  }
  const { STRIPE_PRICE_INDIVIDUAL_MONTH: month, STRIPE_PRICE_INDIVIDUAL_YEAR: year } = given
  if (month !== undefined && month === year) {
    report('STRIPE_PRICE_INDIVIDUAL_YEAR', 'must be a different price than STRIPE_PRICE_INDIVIDUAL_MONTH')
  }
  if (
    parsed.success &&
    parsed.data.METRICS_PORT === parsed.data.PORT &&
    given['HOST'] === given['METRICS_HOST']
  ) {
    report('METRICS_PORT', 'must be a different port than PORT')
  }
  if (!parsed.success || problems.size > 0) {
    const lines = [...problems].map(([name, problem]) => `\n  ${name} ${problem}`)
    throw new ConfigError(`Invalid configuration:${lines.join('')}`)
  }
  const values = parsed.data
  const sandboxMode = values.BOOMTIME_MODE === 'sandbox'
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const sandboxGoogle = sandboxMode && !values.GOOGLE_CLIENT_ID
  const payments = paymentsOf(values, publicUrl)
  const smtpUrl = values.SMTP_URL ? withImplicitTls(values.SMTP_URL) : null
  // The embedded database and the stand-ins live in a single process.
  const isAlone = !values.DATABASE_URL || sandboxGoogle || payments?.sandbox || smtpUrl === null
  const processes = isAlone ? 1 : processCount(machine, values.WEB_CONCURRENCY)
  return {
    mode: values.BOOMTIME_MODE,
    host: values.HOST ?? (sandboxMode ? '127.0.0.1' : '0.0.0.0'),
    port: values.PORT,
    publicUrl,
    database: values.DATABASE_URL
      ? {
          url: withPassword(values.DATABASE_URL, values.DATABASE_PASSWORD),
          maxConnections: connectionsEach(processes),
        }
      : { dir: path.resolve(values.DATA_DIR, 'database') },
    processes,
    dataDir: path.resolve(values.DATA_DIR),
    zoneinfoDir: values.TZDIR,
    ...googleOf(values, sandboxGoogle ? `${publicUrl}/sandbox/google` : null),
    payments,
    isBillingEnforced: values.BILLING_ENFORCED,
    mail: { smtpUrl, from: values.MAIL_FROM ?? SANDBOX_SENDER },
    encryptionKeys: values.ENCRYPTION_KEY,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    operator: operatorOf(values),
    metrics: {
      token: values.METRICS_TOKEN ?? null,
      port: values.METRICS_PORT ?? null,
      host: values.METRICS_HOST,
    },
    allowedPrivateNetworks: values.ALLOWED_PRIVATE_NETWORKS,
    calendarCallsPerMinute: values.GOOGLE_CALLS_PER_MINUTE,
    calendarPollMs: 1000 * (values.CALENDAR_POLL_SECONDS ?? (sandboxGoogle ? 2 : 60)),
  }
}

const together = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`

function operatorOf(values: z.output<typeof environment>): Operator | null {
  const { OPERATOR_NAME: name, OPERATOR_EMAIL: email, OPERATOR_ADDRESS: address = '' } = values
  return name && email ? { name, email, address } : null
}

function paymentsOf(values: z.output<typeof environment>, publicUrl: string): Config['payments'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values
  const { STRIPE_PRICE_INDIVIDUAL_MONTH: month, STRIPE_PRICE_INDIVIDUAL_YEAR: year } = values
  if (secretKey && webhookSecret && month && year) {
    const apiRoot = values.STRIPE_API_ROOT ?? STRIPE_API_ROOT
    return { apiRoot, secretKey, webhookSecret, prices: { individual: { month, year } }, sandbox: false }
  }
  if (values.BOOMTIME_MODE === 'production') return null
  return { ...sandboxPayments, apiRoot: `${publicUrl}/sandbox/stripe`, sandbox: true }
}
