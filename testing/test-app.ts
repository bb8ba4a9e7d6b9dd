import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { pino } from 'pino'
import { buildRequest } from '../contract/client.ts'
import type { Answer } from '../contract/endpoints.ts'
import type { Operator } from '../contract/page-data.ts'
import type { Failure } from '../contract/errors.ts'
import { type RouteName, routes } from '../contract/routes.ts'
import { sandboxGoogle } from '../sandbox/google/plugin.ts'
import { startMailCatcher } from '../sandbox/mail/catcher.ts'
import { sandboxMail } from '../sandbox/mail/plugin.ts'
import { sandboxStripe } from '../sandbox/stripe/plugin.ts'
import type { CaughtMail } from '../sandbox/mail/store.ts'
import { createApp } from '../server/app.ts'
import { type Billing, createPayments } from '../server/billing/payments.ts'
import { sandboxStripeOptions } from '../server/billing/sandbox-prices.ts'
import { type Config, sandboxPayments } from '../server/config.ts'
import { createEncryption } from '../server/auth/encryption.ts'
import type { Db } from '../server/db/database.ts'
import { createGoogleOidc } from '../server/auth/google-oidc.ts'
import { createCircuitBreaker } from '../server/calendars/circuit-breaker.ts'
import { createGoogleCalendar, type GoogleCalendar } from '../server/calendars/google/client.ts'
import type { Deps } from '../server/deps.ts'
import { createMailer } from '../server/mailer.ts'
import type { CurrentZones } from '../server/time-zones/current-zones.ts'
import type { TrustProxy } from '../server/trust-proxy.ts'
import { startClock } from './clock.ts'
import { openTestDatabase, type TestDatabaseOptions } from './databases.ts'
import { freePort } from './postgres.ts'
import { packagedRules } from './time-zones.ts'

export interface TestApp {
  origin: string
  db: Db
  /** The server's dependencies, for tests of its parts. */
  deps: Deps
  googleCalendar: GoogleCalendar
  clock: { now: number }
  /** Every route of the server as `GET /path/:parameter`. */
  routes: ReadonlySet<string>
  /** Stops the server like a signal would; the database stays open. */
  stop(): Promise<void>
  close(): Promise<void>
}

/** A Monday, eight in the morning in New York. */
export const START_OF_TESTS = Date.parse('2027-01-04T13:00:00Z')

export interface TestAppOptions extends TestDatabaseOptions {
  /** How long a call of the calendar may take, in milliseconds. */
  calendarTimeoutMs?: number
  /** The polling interval of calendars in milliseconds. Without it, there is no background work. */
  calendarPollMs?: number
  /** Differs from where the server listens, which is the only address the sandboxes know. */
  publicUrl?: string
  /** `production` has no stand-ins for other systems. */
  mode?: Config['mode']
  trustProxy?: TrustProxy
  metrics?: Partial<Config['metrics']>
  billing?: Partial<Billing>
  operator?: Operator
  /** Instead of the package's rules. Set the process's zone source as well. */
  zones?: CurrentZones
  log?: (line: string) => void
}

/** The whole server on a free port with a fresh database and a clock that only moves when a test moves it. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { database, dispose } = await openTestDatabase(options)
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const publicUrl = options.publicUrl ?? origin
  const issuer = `${origin}/sandbox/google`
  const clock = startClock(START_OF_TESTS)
  const now = () => clock.now
  const mode = options.mode ?? 'sandbox'
  const logger = options.log ? pino({ level: 'info' }, { write: options.log }) : pino({ level: 'silent' })
  const encryption = createEncryption([randomBytes(32)])
  const googleConfig = {
    issuer,
    apiRoot: `${issuer}/`,
    clientId: 'boomtime-sandbox',
    clientSecret: 'boomtime-sandbox',
    sandbox: true,
  }
  const googleOidc = createGoogleOidc(googleConfig, origin, (problem) => logger.error(problem))
  const googleCalendar = createGoogleCalendar(googleConfig, {
    tokenEndpoint: () => googleOidc.tokenEndpoint(),
    now,
    timeoutMs: options.calendarTimeoutMs,
  })
  const billing = {
    payments: createPayments({ ...sandboxPayments, apiRoot: `${origin}/sandbox/stripe` }),
    isEnforced: false,
    ...options.billing,
  }
  const catcher = await startMailCatcher(':memory:')
  const mailer = createMailer({
    url: catcher.smtpUrl,
    from: { name: 'Boomtime', address: 'no-reply@sandbox.example' },
    connectMs: 3000,
  })
  const adapters = {
    db: database.db,
    googleOidc,
    calendarProvider: googleCalendar,
    calendarBreaker: createCircuitBreaker(now),
    encryption,
    mailer,
    billing,
    zones: options.zones ?? { current: () => packagedRules, refresh: () => false },
    now,
  }
  const servedRoutes = new Set<string>()
  const app = await createApp({
    ...adapters,
    logger,
    onRoute: ({ method, url }) => {
      for (const each of [method].flat()) servedRoutes.add(`${each} ${url}`)
    },
    mode,
    publicUrl,
    operator: options.operator ?? null,
    trustProxy: options.trustProxy ?? false,
    metrics: { token: null, port: null, host: '127.0.0.1', ...options.metrics },
    poolUse: database.poolUse,
    webDir: path.join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../dist/web' : '../web'),
    calendarPollMs: options.calendarPollMs ?? null,
    onBackground: (background) => (clock.onMove = () => background.wake()),
    graceMs: 0,
    sandbox: async (parent) => {
      if (mode === 'production') return
      await parent.register(sandboxGoogle, {
        prefix: '/sandbox/google',
        baseUrl: origin,
        dataFile: ':memory:',
        channelsNow: now,
      })
      await parent.register(sandboxStripe, {
        ...sandboxStripeOptions(sandboxPayments, origin),
        dataFile: ':memory:',
        now,
      })
      await parent.register(sandboxMail, { catcher })
    },
  })
  await app.listen({ host: '127.0.0.1', port })
  return {
    origin,
    db: database.db,
    deps: { ...adapters, log: logger, mode, publicUrl, wake: () => {} },
    googleCalendar,
    clock,
    routes: servedRoutes,
    async stop() {
      await app.close()
    },
    async close() {
      await app.close()
      await database.close()
      dispose()
    },
  }
}

export type Reply<Name extends RouteName> = { status: number; headers: Headers } & (
  | { success: true; data: Answer<Name> }
  | Failure
)

/** A test request: loosely typed, because tests also send invalid requests. */
export interface Asked {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

/** Calls the API like the web app does. */
export async function call<Name extends RouteName>(
  origin: string,
  name: Name,
  request: Asked = {},
): Promise<Reply<Name>> {
  const { token, headers, ...parts } = request
  const { url, ...init } = buildRequest(routes[name], parts, {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...headers,
  })
  // A body that is text already is sent as it is: tests try malformed ones.
  const body = typeof parts.body === 'string' ? parts.body : init.body
  const response = await fetch(origin + url, { ...init, body })
  const answer = (await response.json()) as { success: true; data: Answer<Name> } | Failure
  return { status: response.status, headers: response.headers, ...answer }
}

const BUSY_TIMEOUT_MS = 60_000

/** Calls again while the server is too busy to answer: a 503 has changed nothing. */
export async function callUntilServed<Name extends RouteName>(
  origin: string,
  name: Name,
  request: Asked = {},
): Promise<Reply<Name>> {
  const until = Date.now() + BUSY_TIMEOUT_MS
  for (;;) {
    const reply = await call(origin, name, request)
    if (reply.status !== 503 || Date.now() > until) return reply
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** The data of a successful response; throws with the server's message otherwise. */
export async function ok<Name extends RouteName>(
  origin: string,
  name: Name,
  request?: Asked,
): Promise<Answer<Name>> {
  const reply = await call(origin, name, request)
  if (!reply.success)
    throw new Error(`${name}: ${reply.status} ${reply.error} ${JSON.stringify(reply.fields ?? {})}`)
  return reply.data
}

/** Completes Google's consent page and returns the parameters of its redirect. */
export async function consent(authorizationUrl: string, form: Record<string, string>): Promise<URL> {
  const response = await fetch(authorizationUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  const location = response.headers.get('location')
  if (!location) throw new Error(`No redirect: ${response.status} ${await response.text()}`)
  return new URL(location)
}

export async function signIn(
  origin: string,
  email: string,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const { stateToken, authorizationUrl } = await ok(origin, 'getStateToken', { headers })
  const callback = await consent(authorizationUrl, { email, ...form })
  return ok(origin, 'signIn', { body: { code: callback.searchParams.get('code'), stateToken } })
}

/** Signs in and consents again, so that Google returns a new refresh token. */
export async function reconnect(origin: string, email: string, form: Record<string, string> = {}) {
  const { stateToken, authorizationUrl } = await ok(origin, 'getStateToken')
  const callback = await consent(`${authorizationUrl}&prompt=consent`, { email, ...form })
  return ok(origin, 'signIn', { body: { code: callback.searchParams.get('code'), stateToken } })
}

/** The calls that the sandbox Google has answered, oldest first. */
export async function googleLog(
  origin: string,
): Promise<{ method: string; status: number; email?: string; sendUpdates?: string }[]> {
  return (await (await fetch(`${origin}/sandbox/google/log`)).json()) as never
}

export async function googleFault(origin: string, fault: Record<string, unknown> | null): Promise<void> {
  const response = await fetch(`${origin}/sandbox/google/faults`, {
    method: fault ? 'POST' : 'DELETE',
    ...(fault && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) }),
  })
  if (!response.ok) throw new Error(`fault: ${response.status} ${await response.text()}`)
}

/** Lets the calls go on that `latency` and `late` faults hold. */
export async function releaseGoogleCalls(origin: string): Promise<void> {
  await fetch(`${origin}/sandbox/google/faults/release`, { method: 'POST' })
}

/** The emails in the sandbox, newest first; with an address, only those to it. */
export async function caughtMail(origin: string, to?: string): Promise<CaughtMail[]> {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`
  return (await (await fetch(`${origin}/sandbox/mail.json${query}`)).json()) as CaughtMail[]
}

/** Makes the mail server misbehave; null clears the fault. */
export async function mailFault(
  origin: string,
  fault: {
    kind: 'refuse' | 'temporary' | 'hang' | 'slow' | 'lost_response'
    to?: string
    times?: number
  } | null,
): Promise<void> {
  const response = await fetch(`${origin}/sandbox/mail/faults`, {
    method: fault ? 'POST' : 'DELETE',
    ...(fault && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) }),
  })
  if (!response.ok) throw new Error(`fault: ${response.status} ${await response.text()}`)
}
