import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { createEncryption } from './adapters/encryption.ts'
import { assertKeysConfigured } from './auth/reencrypt.ts'
import { createGoogleOidc } from './adapters/google-oidc.ts'
import { createPayments } from './adapters/payments.ts'
import { sandboxStripeOptions } from './billing/sandbox-prices.ts'
import { createCalendarProviders } from './calendars/calendar-providers.ts'
import { createCircuitBreaker } from './adapters/circuit-breaker.ts'
import { createOutgoingFetch } from './adapters/outgoing/outgoing-fetch.ts'
import { createGoogleCalendar } from './calendars/google/client.ts'
import { noSiblings, siblingsThrough } from './cluster/siblings.ts'
import type { Config } from './config/config.ts'
import { findEncryptionKeys, makeDataFolder } from './config/data-folder.ts'
import { openDatabase } from './db/open.ts'
import { fail } from './commands/fail.ts'
import { createMailer } from './adapters/mailer.ts'
import { createPhotoFetch } from './photos/photo-fetch.ts'
import { startZones } from './time-zones/current-zones.ts'

/** Twice the usual interval of a load balancer's health checks. */
const GRACE_MS = 4000

/**
 * How long running requests and jobs may take after a signal. Clients that haven't sent their whole request by then
 * are disconnected.
 */
const SHUTDOWN_MS = 15_000
const CLOSING_MS = 3000

/** Runs the server in this process until it gets a signal. Resolves once it takes requests. */
export async function serve(config: Config, logger: Logger): Promise<void> {
  makeDataFolder(config)
  const zones = startZones({ directory: config.zoneinfoDir, log: logger })
  const database = await openDatabase(config.database)
  const encryption = createEncryption(findEncryptionKeys(config))
  // A new data folder has a new key, and hosts of an older one reconnect.
  if (config.encryptionKeys.length > 0) await assertKeysConfigured({ db: database.db, encryption })
  const { register, smtpUrl } = await sandbox(config)
  const googleOidc = createGoogleOidc(config.google, config.publicUrl, (problem) => logger.error(problem))
  const outgoing = createOutgoingFetch({ allowedNetworks: config.allowedPrivateNetworks })
  const google = createGoogleCalendar(config.google, {
    tokenEndpoint: () => googleOidc.tokenEndpoint(),
    now: Date.now,
  })
  const app = await createApp({
    db: database.db,
    googleOidc,
    calendarProviders: createCalendarProviders({ google, fetch: outgoing, now: Date.now }),
    calendarBreaker: createCircuitBreaker(Date.now),
    encryption,
    photoFetch: createPhotoFetch(config),
    mailer: createMailer({
      url: smtpUrl,
      from: config.mail.from,
      hostName: new URL(config.publicUrl).hostname,
    }),
    billing: {
      payments: config.payments && createPayments(config.payments),
      isEnforced: config.isBillingEnforced,
    },
    zones,
    now: Date.now,
    logger,
    mode: config.mode,
    publicUrl: config.publicUrl,
    operator: config.operator,
    calendarCheck: config.calendarCheck,
    trustProxy: config.trustProxy,
    metrics: config.metrics,
    poolUse: database.poolUse,
    hostChanges: database.hostChanges,
    siblings: config.processes > 1 ? siblingsThrough(process, config.processes - 1) : noSiblings,
    webDir: path.join(import.meta.dirname, '../web'),
    calendarPollMs: config.calendarPollMs,
    calendarCallsPerMinute: config.calendarCallsPerMinute,
    graceMs: config.mode === 'production' ? GRACE_MS : 0,
    sandbox: register,
  })
  app.addHook('onClose', () => database.close())
  await app.listen({ host: config.host, port: config.port })

  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      app.server.closeAllConnections()
      setTimeout(() => fail('Shutdown took too long, so open work was cut off.'), CLOSING_MS).unref()
    }, SHUTDOWN_MS).unref()
    app.close().then(() => process.exit(0), fail)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // The process that `npm start` runs is gone, perhaps since before this one was ready.
  process.once('disconnect', stop)
  if ('connected' in process && !process.connected) stop()
}

/** Sandbox parts are imported only if used, so production doesn't even load their code. */
async function sandbox({ google, payments, mail, publicUrl, dataDir }: Config) {
  const parts: ((app: FastifyInstance) => Promise<unknown>)[] = []
  let { smtpUrl } = mail
  if (google.sandbox) {
    const { sandboxGoogle } = await import('../sandbox/google/plugin.ts')
    const dataFile = path.join(dataDir, 'sandbox-google.db')
    parts.push(async (app) =>
      app.register(sandboxGoogle, { prefix: '/sandbox/google', baseUrl: publicUrl, dataFile }),
    )
  }
  if (payments?.sandbox) {
    const { sandboxStripe } = await import('../sandbox/stripe/plugin.ts')
    const options = sandboxStripeOptions(payments, publicUrl)
    const dataFile = path.join(dataDir, 'sandbox-stripe.db')
    parts.push(async (app) => app.register(sandboxStripe, { ...options, dataFile }))
  }
  if (smtpUrl === null) {
    const { startMailCatcher } = await import('../sandbox/mail/catcher.ts')
    const { sandboxMail } = await import('../sandbox/mail/plugin.ts')
    const catcher = await startMailCatcher(path.join(dataDir, 'sandbox-mail.db'))
    parts.push(async (app) => app.register(sandboxMail, { catcher }))
    smtpUrl = catcher.smtpUrl
  }
  const register = async (app: FastifyInstance) => {
    for (const part of parts) await part(app)
  }
  return { register, smtpUrl }
}
