import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import compress from '@fastify/compress'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { sql } from 'drizzle-orm'
import { messages, type Failure } from '../contract/errors.ts'
import { BASE_PATH, CLIENT_HEADER } from '../contract/routes.ts'
import type { Encryption } from './auth/encryption.ts'
import { registerStripeWebhook } from './billing/stripe-webhook.ts'
import type { Billing } from './billing/payments.ts'
import type { Background } from './worker-pool.ts'
import { startBackground } from './background.ts'
import { registerGoogleWebhook } from './calendars/google/webhook.ts'
import { type Db, isUnreachable } from './db/open.ts'
import { registerEndpoints, sendFailure } from './endpoint.ts'
import { AppError, databaseUnreachable, notFound } from './errors.ts'
import type { Google } from './auth/google-oidc.ts'
import { handlers } from './handlers.ts'
import type { Mailer } from './mailer.ts'
import { registerApiDocs } from './openapi.ts'
import { registerCalendarFile } from './pages/calendar-file.ts'
import { registerHostApp } from './pages/host-app.ts'
import { registerPublicPages } from './pages/public-pages.ts'
import { securityHeaders } from './pages/security-headers.ts'
import { registerSitePages } from './pages/site-pages.ts'
import { reasonOf, traceOf } from './error-summary.ts'

/** What the work of a request is done with. */
export interface Deps {
  db: Db
  google: Google
  encryption: Encryption
  mailer: Mailer
  billing: Billing
  /** Epoch milliseconds. */
  now: () => number
  log: FastifyBaseLogger
  publicUrl: string
  /** Tells the background work that a commit has left it something to do. */
  wake: () => void
}

export interface AppOptions {
  db: Db
  google: Google
  encryption: Encryption
  mailer: Mailer
  billing: Billing
  now: () => number
  logger: FastifyBaseLogger
  mode: 'sandbox' | 'production'
  publicUrl: string
  trustProxy: boolean | string[]
  /** Where the built pages lie. */
  webDir: string
  /** How often calendars are brought up to date, in milliseconds; null: nothing goes on in the background. */
  calendarPollMs: number | null
  /** Gets hold of the background work once it goes on. */
  onBackground?: (background: Background) => void
  /** How long requests are still taken once it is to stop, in milliseconds: whoever shares them out learns of it by `/readyz`. */
  graceMs: number
  /** Stand-ins for other systems, registered beside the product's own routes. */
  sandbox?: (app: FastifyInstance) => Promise<void>
}

const BODY_LIMIT = 512 * 1024
/** A database that takes longer to say that it is there is not. */
const READY_MS = 5000

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: options.logger,
    // Addresses carry ids of bookings, which belong in no log; `onResponse` below logs the route instead.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: BODY_LIMIT,
    frameworkErrors: (_error, _request, reply) => void sendFailure(reply, notFound()),
    clientErrorHandler: answerUnreadable,
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    // What cannot be decoded is a page that does not exist, for people as for programs.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/undecodable'),
    requestTimeout: 30_000,
    // While background work ends there are pages open, and in sandbox mode that work asks this server.
    return503OnClosing: false,
  })
  let background: Background | null = null
  let isStopping = false
  const { db, google, encryption, mailer, billing, now, publicUrl } = options
  const wake = () => background?.wake()
  const deps: Deps = { db, google, encryption, mailer, billing, now, publicUrl, log: app.log, wake }

  app.addHook('onRequest', refuseUnknownHosts(options))
  // A proxy would keep the connection, and the server wait for it.
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close')
  })
  app.addHook('onResponse', logResponse)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) => sendFailure(reply, notFound()))
  acceptJson(app)
  await app.register(cookie)
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 })

  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const answers = db.execute(sql`select 1`).then(
      () => true,
      () => false,
    )
    const reachable = await Promise.race([answers, delay(READY_MS, false, { ref: false })])
    const status = isStopping ? 'stopping' : reachable ? 'ok' : 'database unreachable'
    return reply.status(status === 'ok' ? 200 : 503).send({ status })
  })

  await app.register(async (api) => {
    api.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (request.headers[CLIENT_HEADER.name] !== CLIENT_HEADER.value) {
        throw new AppError('unknown_client', 'Unknown client')
      }
    })
    registerEndpoints(api, deps, handlers)
    api.all(`${BASE_PATH}/*`, () => {
      throw notFound()
    })
  })
  registerStripeWebhook(app, deps)
  registerGoogleWebhook(app, deps)
  registerApiDocs(app)
  await options.sandbox?.(app)
  await app.register(async (pages) => {
    await securityHeaders(pages, options)
    await registerHostApp(pages, options)
    await registerPublicPages(pages, deps, options)
    registerCalendarFile(pages, deps)
    await registerSitePages(pages, deps, options)
  })

  if (options.calendarPollMs !== null) {
    const pollMs = options.calendarPollMs
    app.addHook('onListen', () => {
      background = startBackground(deps, pollMs)
      options.onBackground?.(background)
    })
  }
  // Before the server closes: in sandbox mode the calendar and the mail catcher are a part of it.
  app.addHook('preClose', async () => {
    isStopping = true
    await Promise.all([background?.stop(), delay(options.graceMs)])
  })
  return app
}

function isDecodable(url: string): boolean {
  try {
    return decodeURI(url.split('?', 1)[0]!) !== ''
  } catch {
    return false
  }
}

/** A body is JSON; an empty one is none, also where its type is announced, as on DELETE. */
function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      return done(null, JSON.parse(String(body)))
    } catch {
      return done(new AppError('malformed_json', 'The body is not valid JSON'))
    }
  })
}

/** Answering to any name would let a page elsewhere that points its own name here act as ours. */
function refuseUnknownHosts({ publicUrl, mode }: AppOptions) {
  const own = new URL(publicUrl).host
  const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])
  return async (request: FastifyRequest) => {
    const host = request.host.toLowerCase()
    if (host === own || request.url === '/healthz' || request.url === '/readyz') return
    if (mode === 'sandbox' && loopback.has(host.replace(/:\d+$/, ''))) return
    throw new AppError('unknown_host', `This server is not known by that name. Use ${publicUrl}`)
  }
}

async function logResponse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    },
    'answered',
  )
}

/** A request that is no HTTP, or has more headers than are read. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const body = JSON.stringify({
    success: false,
    error: tooLarge ? 'The headers are too large' : 'The request cannot be read',
    code: tooLarge ? 'payload_too_large' : 'validation_failed',
  } satisfies Failure)
  socket.end(
    `HTTP/1.1 ${tooLarge ? '413 Payload Too Large' : '400 Bad Request'}\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const expected =
    error instanceof AppError ? error : isUnreachable(error) ? databaseUnreachable(error) : ofFastify(error)
  if (expected) {
    if (expected.cause)
      request.log.warn({ code: expected.code, reason: reasonOf(expected.cause) }, 'request failed')
    return sendFailure(reply, expected)
  }
  request.log.error({ trace: traceOf(error), route: request.routeOptions.url }, 'unexpected error')
  return sendFailure(
    reply,
    new AppError('internal_error', `Something went wrong on our side (${request.id}). Please try again.`),
  )
}

function ofFastify(error: unknown): AppError | null {
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('payload_too_large', 'The body is too large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new AppError('unsupported_media_type', 'Send application/json')
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new AppError('validation_failed', messages.requestFailed)
  }
  return null
}
