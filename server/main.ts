import fs from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { product } from '../contract/product.ts'
import { createApp } from './app.ts'
import { createEncryption } from './auth/encryption.ts'
import { assertKeysConfigured } from './auth/reencrypt.ts'
import { createGoogleOidc } from './auth/google-oidc.ts'
import { createPayments } from './billing/payments.ts'
import { sandboxStripeOptions } from './billing/sandbox-prices.ts'
import { createCircuitBreaker } from './calendars/circuit-breaker.ts'
import { createGoogleCalendar } from './calendars/google/client.ts'
import { parseConfig, type Config } from './config.ts'
import { findEncryptionKeys, makeDataFolder } from './data-folder.ts'
import { openDatabase } from './db/open.ts'
import { createMailer } from './mailer.ts'
import { startZones } from './time-zones/current-zones.ts'

/** Twice the usual interval of a load balancer's health checks. */
const GRACE_MS = 4000
/**
 * How long running requests and jobs may take after a signal. Clients that haven't sent their whole request by then
 * are disconnected.
 */
const SHUTDOWN_MS = 15_000
const CLOSING_MS = 3000

async function main(): Promise<void> {
  const config = parseConfig(process.env)
  makeDataFolder(config)
  const logger = pino({ level: config.logLevel })
  const zones = startZones({ directory: config.zoneinfoDir, log: logger })
  const database = await openDatabase(config.database)
  const encryption = createEncryption(findEncryptionKeys(config))
  // A new data folder has a new key, and hosts of an older one reconnect.
  if (config.encryptionKeys.length > 0) await assertKeysConfigured({ db: database.db, encryption })
  const { register, smtpUrl } = await sandbox(config)
  const googleOidc = createGoogleOidc(config.google, config.publicUrl, (problem) => logger.error(problem))
  const app = await createApp({
    db: database.db,
    googleOidc,
    calendarProvider: createGoogleCalendar(config.google, {
      tokenEndpoint: () => googleOidc.tokenEndpoint(),
      now: Date.now,
    }),
    calendarBreaker: createCircuitBreaker(Date.now),
    encryption,
    mailer: createMailer({ url: smtpUrl, from: config.mail.from }),
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
    trustProxy: config.trustProxy,
    metrics: config.metrics,
    poolUse: database.poolUse,
    webDir: path.join(import.meta.dirname, '../web'),
    calendarPollMs: config.calendarPollMs,
    calendarCallsPerMinute: config.calendarCallsPerMinute,
    graceMs: config.mode === 'production' ? GRACE_MS : 0,
    sandbox: register,
  })
  app.addHook('onClose', () => database.close())
  if (config.mode === 'production' && config.operator === null) {
    app.log.warn('set OPERATOR_NAME and OPERATOR_EMAIL: the privacy policy and the terms name nobody')
  }
  await app.listen({ host: config.host, port: config.port })
  printLine(
    `${product.name} is ready: ${config.publicUrl}${config.mode === 'sandbox' ? ' (sandbox: nothing leaves this machine)' : ''}`,
  )

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
  // The process that `npm start` runs is gone.
  process.once('disconnect', stop)
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

function printLine(line: string): void {
  fs.writeSync(1, `${line}\n`)
}

function fail(error: unknown): never {
  fs.writeSync(2, `${explain(error)}\n`)
  process.exit(1)
}

interface SystemError extends NodeJS.ErrnoException {
  address?: string
  hostname?: string
  port?: number
}

/** An error message for the person who started the process. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, message, syscall, path: file, address, hostname, port } = error as SystemError
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the program that uses it, or set PORT to a different port.`
  if (code === 'EACCES' && port) return `This user may not open port ${port}. Set PORT to a different port.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${address ?? hostname} is not an address of this machine. Set HOST to one of its addresses.`
  if (syscall === 'mkdir' || (file && (code === 'EACCES' || code === 'EPERM' || code === 'EROFS'))) {
    return `Writing to the data folder failed (${message}). Change its permissions, or set DATA_DIR to a different folder.`
  }
  return message
}

main().catch(fail)
