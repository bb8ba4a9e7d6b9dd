import formbody from '@fastify/formbody'
import type { FastifyPluginAsync } from 'fastify'
import { apiRoutes } from './api/api.ts'
import { catchUp } from './billing/life-cycle.ts'
import { createCatalog } from './catalog.ts'
import type { SandboxPrice } from './catalog.ts'
import { createClock } from './clock.ts'
import { controlRoutes } from './control.ts'
import { errorBody, invalidRequest, StripeError } from './errors.ts'
import { createFaults } from './faults.ts'
import { readJsonOnly } from '../json-bodies.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { parseForm } from './params.ts'
import type { Sandbox } from './sandbox.ts'
import { newId, openStore } from './store.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

/** Where the sandbox Stripe runs, what it sells and where its events go. */
export interface SandboxStripeOptions {
  /** The app's origin, `http://localhost:3000`; a function if the port is only known once the app listens. */
  baseUrl: string | (() => string)
  /** Its own database file, created with its folder if missing; `:memory:` stores nothing on disk. */
  dataFile: string
  prices: readonly SandboxPrice[]
  secretKey: string
  webhookSecret: string
  /** The webhook receiver. */
  webhookUrl: string | (() => string)
  /** Epoch milliseconds; defaults to the machine's clock. Signatures use it without the clock's offset. */
  now?: () => number
  /** The delays before each retry of a webhook. */
  retryDelaysMs?: readonly number[]
}

const RETRY_DELAYS_MS = [1000, 5000, 30_000, 120_000, 600_000, 3_600_000]
const CATCH_UP_MS = 15_000

/**
 * A stand-in for Stripe, used only over HTTP. Register it with `{ prefix: '/sandbox/stripe', … }`; the API is at
 * `baseUrl` + `/sandbox/stripe/v1`.
 */
export const sandboxStripe: FastifyPluginAsync<SandboxStripeOptions> = async (app, options) => {
  const { baseUrl, webhookUrl, now = Date.now, retryDelaysMs = RETRY_DELAYS_MS } = options
  const store = openStore(options.dataFile)
  const clock = createClock(store, now)
  const faults = createFaults()
  const sandbox: Sandbox = {
    store,
    clock,
    catalog: createCatalog(options.prices),
    faults,
    secretKey: options.secretKey,
    root: () => `${new URL(typeof baseUrl === 'string' ? baseUrl : baseUrl()).origin}/sandbox/stripe`,
    webhooks: createWebhooks({
      store,
      clock,
      faults,
      url: typeof webhookUrl === 'string' ? () => webhookUrl : webhookUrl,
      secret: options.webhookSecret,
      receiverNow: now,
      retryDelaysMs,
    }),
  }

  // Runs what becomes due between calls.
  const timer = setInterval(() => {
    catchUp(sandbox)
    sandbox.webhooks.wake()
  }, CATCH_UP_MS)
  timer.unref()
  // Runs before the server closes, because the server may be the receiver.
  app.addHook('preClose', async () => {
    await sandbox.webhooks.stop()
  })
  app.addHook('onClose', () => {
    clearInterval(timer)
    store.db.close()
  })
  app.addHook('onListen', async () => sandbox.webhooks.wake())

  readJsonOnly(app)
  await app.register(formbody, { parser: parseForm })

  app.setErrorHandler<{ statusCode?: number; message: string }>((error, request, reply) => {
    if (error instanceof StripeError) return reply.code(error.status).send(errorBody(error, newId('req')))
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send(errorBody(invalidRequest(error.message), newId('req')))
    request.log.error(error)
    const failure = new StripeError(500, 'An unknown error occurred.', { type: 'api_error' })
    return reply.code(500).send(errorBody(failure, newId('req')))
  })

  apiRoutes(app, sandbox)
  controlRoutes(app, sandbox)
  pageRoutes(app, sandbox)
}
