import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { pino } from 'pino'
import type { Answer } from '../contract/endpoints.ts'
import type { Failure } from '../contract/errors.ts'
import { BASE_PATH, CLIENT_HEADER, routes, type RouteName } from '../contract/routes.ts'
import { sandboxGoogle } from '../sandbox/google/plugin.ts'
import { startMailCatcher } from '../sandbox/mail/catcher.ts'
import { sandboxMail } from '../sandbox/mail/plugin.ts'
import { sandboxStripe } from '../sandbox/stripe/plugin.ts'
import type { CaughtMail } from '../sandbox/mail/store.ts'
import { createApp, type Deps } from '../server/app.ts'
import { type Billing, createPayments } from '../server/billing/payments.ts'
import { sandboxStripeOptions } from '../server/billing/sandbox-prices.ts'
import { sandboxPayments } from '../server/config.ts'
import { createEncryption } from '../server/auth/encryption.ts'
import { openDatabase, type Db } from '../server/db/open.ts'
import { createGoogle } from '../server/auth/google-oidc.ts'
import { createMailer } from '../server/mailer.ts'
import { freshDatabase, type DatabaseKind } from './databases.ts'
import { freePort } from './postgres.ts'

export interface TestApp {
  origin: string
  db: Db
  /** What the server works with, for tests of its parts. */
  deps: Deps
  clock: { now: number }
  /** Ends the server, as a signal would; the database stays open. */
  stop(): Promise<void>
  close(): Promise<void>
}

/** A Monday, eight in the morning in New York. */
export const START_OF_TESTS = Date.parse('2027-01-04T13:00:00Z')

export interface TestAppOptions {
  /** PostgreSQL, where nothing else is said. */
  database?: DatabaseKind
  /** How often calendars are brought up to date; without it nothing goes on in the background. */
  calendarPollMs?: number
  /** Another than where it listens, which is all that the sandboxes know. */
  publicUrl?: string
  trustProxy?: boolean
  billing?: Partial<Billing>
  log?: (line: string) => void
}

/** The whole server on a free port and a fresh database, with a clock of its own that stands still until it is moved. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { where, dispose } = await freshDatabase(options.database ?? 'postgres')
  const database = await openDatabase(where)
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const publicUrl = options.publicUrl ?? origin
  const issuer = `${origin}/sandbox/google`
  const clock = startClock()
  const now = () => clock.now
  const logger = options.log ? pino({ level: 'info' }, { write: options.log }) : pino({ level: 'silent' })
  const encryption = createEncryption(randomBytes(32))
  const google = createGoogle(
    {
      issuer,
      apiRoot: `${issuer}/`,
      clientId: 'boomtime-sandbox',
      clientSecret: 'boomtime-sandbox',
      sandbox: true,
    },
    origin,
  )
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
  const app = await createApp({
    db: database.db,
    google,
    encryption,
    mailer,
    billing,
    now,
    logger,
    mode: 'sandbox',
    publicUrl,
    trustProxy: options.trustProxy ?? false,
    webDir: path.join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../dist/web' : '../web'),
    calendarPollMs: options.calendarPollMs ?? null,
    onBackground: (background) => (clock.onMove = () => background.wake()),
    graceMs: 0,
    sandbox: async (parent) => {
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
    deps: {
      db: database.db,
      google,
      encryption,
      mailer,
      billing,
      now,
      log: logger,
      publicUrl,
      wake: () => {},
    },
    clock,
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

/** Whatever waits for a time looks at the clock when it is moved, rather than at its next turn. */
function startClock() {
  let now = START_OF_TESTS
  return {
    onMove: () => {},
    get now() {
      return now
    },
    set now(at) {
      now = at
      this.onMove()
    },
  }
}

export type Reply<Name extends RouteName> = { status: number; headers: Headers } & (
  | { success: true; data: Answer<Name> }
  | Failure
)

/** What a test asks: loosely typed, since wrong requests are there to be tried. */
export interface Asked {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

/** Makes a call as the web app would. */
export async function call<Name extends RouteName>(
  origin: string,
  name: Name,
  request: Asked = {},
): Promise<Reply<Name>> {
  const { params = {}, query = {}, body, token, headers } = request
  const { method, path: route } = routes[name]
  const address = route.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const response = await fetch(`${origin}${BASE_PATH}${address}?${new URLSearchParams(query).toString()}`, {
    method,
    headers: {
      [CLIENT_HEADER.name]: CLIENT_HEADER.value,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { success: true; data: Answer<Name> } | Failure
  return { status: response.status, headers: response.headers, ...answer }
}

/** The answer's data; throws, with what the server said, where there is none. */
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

/** Goes through Google's consent page as a person would, and returns what it sends back. */
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

export async function signIn(origin: string, email: string, form: Record<string, string> = {}) {
  const { stateToken, authorizationUrl } = await ok(origin, 'getStateToken')
  const callback = await consent(authorizationUrl, { email, ...form })
  return ok(origin, 'signIn', { body: { code: callback.searchParams.get('code'), stateToken } })
}

/** Calls that the sandbox Google has answered, oldest first. */
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

/** What the sandbox has caught, newest first; with an address, what was sent to it. */
export async function caughtMail(origin: string, to?: string): Promise<CaughtMail[]> {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`
  return (await (await fetch(`${origin}/sandbox/mail.json${query}`)).json()) as CaughtMail[]
}

/** Makes the mail server misbehave until it is cleared, with null. */
export async function mailFault(
  origin: string,
  fault: { kind: 'refuse' | 'temporary' | 'hang' | 'lost_response'; to?: string; times?: number } | null,
): Promise<void> {
  const response = await fetch(`${origin}/sandbox/mail/faults`, {
    method: fault ? 'POST' : 'DELETE',
    ...(fault && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) }),
  })
  if (!response.ok) throw new Error(`fault: ${response.status} ${await response.text()}`)
}
