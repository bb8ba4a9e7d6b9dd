import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { pino } from 'pino'
import type { Operator } from '../../contract/pages/page-data.ts'
import { sandboxGoogle } from '../../sandbox/google/plugin.ts'
import { startMailCatcher } from '../../sandbox/mail/catcher.ts'
import { sandboxMail } from '../../sandbox/mail/plugin.ts'
import { sandboxStripe } from '../../sandbox/stripe/plugin.ts'
import { createApp } from '../../server/app.ts'
import { type Billing, createPayments } from '../../server/adapters/payments.ts'
import { sandboxStripeOptions } from '../../server/billing/sandbox-prices.ts'
import { noSiblings, type Siblings } from '../../server/cluster/siblings.ts'
import { calendarCheckOf, SANDBOX_BROWSER_CLIENT } from '../../server/config/google.ts'
import { type Config, sandboxPayments } from '../../server/config/config.ts'
import { createEncryption } from '../../server/adapters/encryption.ts'
import type { Db } from '../../server/db/database.ts'
import { createGoogleOidc } from '../../server/adapters/google-oidc.ts'
import { createCalendarProviders } from '../../server/calendars/calendar-providers.ts'
import { createCircuitBreaker } from '../../server/adapters/circuit-breaker.ts'
import { createOutgoingFetch } from '../../server/adapters/outgoing/outgoing-fetch.ts'
import { createGoogleCalendar, type GoogleCalendar } from '../../server/calendars/google/client.ts'
import type { Deps } from '../../server/adapters/deps.ts'
import { createMailer } from '../../server/adapters/mailer.ts'
import { loadPageRenderer } from '../../server/pages/page-document.ts'
import { createPhotoFetch } from '../../server/photos/photo-fetch.ts'
import type { CurrentZones } from '../../server/time-zones/current-zones.ts'
import type { TrustProxy } from '../../server/http/trust-proxy.ts'
import { startClock } from './clock.ts'
import { openTestDatabase, type TestDatabaseOptions } from '../databases/databases.ts'
import { freePort } from '../databases/postgres.ts'
import { packagedRules } from '../time-zones/time-zones.ts'

export * from './api.ts'

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
  /** How long connecting to the mail server may take, in milliseconds. */
  mailConnectMs?: number
  /** The polling interval of calendars in milliseconds. Without it, there is no background work. */
  calendarPollMs?: number
  /** Whose sandbox Google it uses; by default its own. */
  googleOrigin?: string
  /** Differs from where the server listens, which is the only address the sandboxes know. */
  publicUrl?: string
  /** `production` has no stand-ins for other systems. */
  mode?: Config['mode']
  trustProxy?: TrustProxy
  metrics?: Partial<Config['metrics']>
  billing?: Partial<Billing>
  siblings?: Siblings
  /** Shared with other apps on the same database. */
  encryptionKey?: Buffer
  operator?: Operator
  /** False: invitees can't check their own calendars. */
  calendarCheck?: false
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
  const issuer = `${options.googleOrigin ?? origin}/sandbox/google`
  const clock = startClock(START_OF_TESTS)
  const now = () => clock.now
  const mode = options.mode ?? 'sandbox'
  const logger = options.log ? pino({ level: 'info' }, { write: options.log }) : pino({ level: 'silent' })
  const encryption = createEncryption([options.encryptionKey ?? randomBytes(32)])
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
    ...(options.mailConnectMs !== undefined && { connectMs: options.mailConnectMs }),
  })
  const outgoing = createOutgoingFetch({ allowedNetworks: ['127.0.0.0/8'] })
  const adapters = {
    db: database.db,
    googleOidc,
    calendarProviders: createCalendarProviders({ google: googleCalendar, fetch: outgoing, now }),
    calendarBreaker: createCircuitBreaker(now),
    encryption,
    photoFetch: createPhotoFetch({ google: googleConfig, allowedPrivateNetworks: [] }),
    mailer,
    billing,
    zones: options.zones ?? { current: () => packagedRules, refresh: () => false },
    now,
  }
  const servedRoutes = new Set<string>()
  const server = {
    mode,
    publicUrl,
    operator: options.operator ?? null,
    calendarCheck:
      options.calendarCheck === false ? null : calendarCheckOf(googleConfig, SANDBOX_BROWSER_CLIENT),
    webDir: path.join(
      import.meta.dirname,
      import.meta.filename.endsWith('.ts') ? '../../dist/web' : '../../web',
    ),
  }
  const app = await createApp({
    ...adapters,
    ...server,
    logger,
    onRoute: ({ method, url }) => {
      for (const each of [method].flat()) servedRoutes.add(`${each} ${url}`)
    },
    trustProxy: options.trustProxy ?? false,
    metrics: { token: null, port: null, host: '127.0.0.1', ...options.metrics },
    poolUse: database.poolUse,
    hostChanges: database.hostChanges,
    siblings: options.siblings ?? noSiblings,
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
    deps: { ...adapters, ...server, ...(await loadPageRenderer(server, now)), log: logger, wake: () => {} },
    googleCalendar,
    clock,
    routes: servedRoutes,
    async stop() {
      await app.close()
    },
    async close() {
      await app.close()
      await database.close()
      await dispose()
    },
  }
}
