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

/** Where the sandbox Stripe stands, what it sells and whom it tells. */
export interface SandboxStripeOptions {
  /** Origin of the app, `http://localhost:3000`; a function where the port is known only once it listens. */
  baseUrl: string | (() => string)
  /** Its own database file, made with its folder when missing; `:memory:` keeps nothing. */
  dataFile: string
  prices: readonly SandboxPrice[]
  secretKey: string
  webhookSecret: string
  /** Where events go. */
  webhookUrl: string | (() => string)
  /** Milliseconds since 1970; the machine's clock when left out. Signatures carry it as it is, without what was advanced. */
  now?: () => number
  /** How long a webhook waits after each failed attempt. */
  retryDelaysMs?: readonly number[]
}

const RETRY_DELAYS_MS = [1000, 5000, 30_000, 120_000, 600_000, 3_600_000]
const CATCH_UP_MS = 15_000

/**
 * A stand-in for Stripe, spoken to over HTTP only. Register it with `{ prefix: '/sandbox/stripe', … }`; the API is at
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
    hanging: new Set(),
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

  // What falls due while nobody calls.
  const timer = setInterval(() => {
    catchUp(sandbox)
    sandbox.webhooks.wake()
  }, CATCH_UP_MS)
  timer.unref()
  // Before the server closes: it may be the receiver.
  app.addHook('preClose', async () => {
    for (const socket of sandbox.hanging) socket.destroy()
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
