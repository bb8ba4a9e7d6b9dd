import { setTimeout as delay } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import compress from '@fastify/compress'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify'
import { MINUTE } from '../availability/units.ts'
import { BASE_PATH, CLIENT_HEADER } from '../contract/api/routes.ts'
import { type Background, startBackground } from './background.ts'
import { registerStripeWebhook } from './billing/stripe-webhook.ts'
import { registerGoogleWebhook } from './calendars/google/webhook.ts'
import { changesOfAll } from './cluster/changes-of-all.ts'
import type { Siblings } from './cluster/siblings.ts'
import type { Adapters, Deps, ServerOptions } from './adapters/deps.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import { authenticate } from './auth/authenticate.ts'
import { recordRefusal } from './hosts/record-activity.ts'
import { registerEndpoints } from './http/endpoint.ts'
import { answerError, answerUnreadable, sendFailure } from './http/error-handling.ts'
import { AppError, notFound } from './http/errors.ts'
import { handlers } from './handlers.ts'
import { registerHealth } from './http/health.ts'
import { createHostRevisions } from './http/kept-answers/host-revisions.ts'
import { createKeptAnswers } from './http/kept-answers/kept-answers.ts'
import { createMetrics } from './metrics/create-metrics.ts'
import { METRICS_PATH, serveMetrics } from './metrics/serve-metrics.ts'
import { registerApiDocs } from './api-docs/openapi.ts'
import { registerOAuth } from './auth/oauth-clients/oauth-routes.ts'
import { registerCalendarFile } from './pages/calendar-file.ts'
import { registerHostApp } from './pages/host-app.ts'
import { loadPageRenderer } from './pages/page-document.ts'
import { registerPublicPages } from './pages/public-pages.ts'
import { headersWithoutRoute, securityHeaders } from './pages/security-headers.ts'
import { registerSecurityTxt } from './pages/security-txt.ts'
import { registerSitePages } from './pages/site-pages.ts'
import { registerPhotos } from './photos/photo-route.ts'
import { registerRequestLimits } from './http/request-limits.ts'
import {
  asFastifyOption,
  dropForwardedPorts,
  type TrustProxy,
  warnAboutUntrustedProxy,
} from './http/trust-proxy.ts'

export interface AppOptions extends Adapters, ServerOptions {
  logger: FastifyBaseLogger
  trustProxy: TrustProxy
  metrics: Config['metrics']
  poolUse: Database['poolUse']
  hostChanges: Database['hostChanges']
  siblings: Siblings
  /** How often calendars are polled, in milliseconds; null: no background work at all. */
  calendarPollMs: number | null
  /** The provider's quota; its default if undefined. */
  calendarCallsPerMinute?: number
  /** Receives the background work once it has started. */
  onBackground?: (background: Background) => void
  /** How long a stopping server still takes requests, in milliseconds, until load balancers notice by `/readyz`. */
  graceMs: number
  /** Learns about each route, so that tests can find them all. */
  onRoute?: (route: RouteOptions) => void
  /** Registers stand-ins for other systems beside the product's own routes. */
  sandbox?: (app: FastifyInstance) => Promise<void>
}

const BODY_LIMIT_BYTES = 512 * 1024
const REQUEST_TIMEOUT_MS = 30_000
/**
 * Longer than proxies keep an idle connection (Caddy 2 minutes, Google's load balancer 10). A request that one sends
 * while we close it fails with 502.
 */
const KEEP_ALIVE_MS = 11 * MINUTE

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: options.logger,
    // URLs contain booking ids, which belong in no log; `onResponse` below logs the route instead.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: asFastifyOption(options.trustProxy),
    bodyLimit: BODY_LIMIT_BYTES,
    frameworkErrors: (_error, _request, reply) =>
      void sendFailure(reply.headers(headersWithoutRoute(options)), notFound()),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, headersWithoutRoute(options)),
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    // A URL that can't be decoded is a page that doesn't exist, for people as well as programs.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/undecodable'),
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Pages are open while background work ends, and in sandbox mode that work calls this server.
    return503OnClosing: false,
  })
  let background: Background | null = null
  let isStopping = false
  const { token, port } = options.metrics
  const metrics = token !== null || port !== null ? createMetrics(options) : null
  const mailer = metrics?.countMails(options.mailer) ?? options.mailer
  const hostChanges = changesOfAll(options.hostChanges, options.siblings)
  const keptAnswers = createKeptAnswers(options, createHostRevisions(options.db, hostChanges))
  const deps: Deps = {
    ...options,
    ...(await loadPageRenderer(options, options.now)),
    mailer,
    log: app.log,
    wake: (only) => background?.wake(only),
  }

  if (options.onRoute) app.addHook('onRoute', options.onRoute)
  dropForwardedPorts(app)
  securityHeaders(app, options)
  app.addHook('onRequest', refuseUnknownHosts(options))
  // Otherwise a proxy keeps the connection open, and the server waits for it.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', logResponse)
  if (metrics) {
    app.addHook('onResponse', async (request, reply) => metrics.countRequest(request, reply))
    serveMetrics(app, metrics, options.metrics)
  }
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) => sendFailure(reply, notFound()))
  acceptJson(app)
  await app.register(cookie)
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 })

  warnAboutUntrustedProxy(app, options.trustProxy)
  await registerRequestLimits(app, options.siblings)

  registerHealth(app, deps, () => isStopping)
  await app.register(async (api) => {
    api.addHook('onRequest', (request, reply, done) => {
      reply.header('cache-control', 'no-store')
      const isKnown = request.headers[CLIENT_HEADER.name] === CLIENT_HEADER.value
      done(isKnown ? undefined : new AppError('unknown_client', 'Unknown client'))
    })
    registerEndpoints(api, deps, { handlers, keptAnswers, authenticate, recordRefusal })
    api.all(`${BASE_PATH}/*`, () => {
      throw notFound()
    })
  })
  await app.register((oauth) => registerOAuth(oauth, deps))
  registerStripeWebhook(app, deps)
  registerGoogleWebhook(app, deps)
  registerApiDocs(app)
  await options.sandbox?.(app)
  await app.register(async (pages) => {
    const { sendUnknown } = await registerHostApp(pages, options)
    await registerPublicPages(pages, deps, { ...options, keptAnswers, sendUnknown })
    registerCalendarFile(pages, deps)
    registerPhotos(pages, deps)
    registerSecurityTxt(pages, deps)
    await registerSitePages(pages, deps, options)
  })

  if (options.calendarPollMs !== null) {
    const pollMs = options.calendarPollMs
    app.addHook('onListen', () => {
      background = startBackground(deps, pollMs, options.calendarCallsPerMinute)
      options.onBackground?.(background)
    })
  }
  // Before the server closes: in sandbox mode, the calendar and the mail catcher are part of it.
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

/** Bodies are JSON. An empty one counts as none even if its type is announced, as some clients do on DELETE. */
function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      return done(null, JSON.parse(String(body)))
    } catch {
      return done(new AppError('malformed_json', 'The request body is not valid JSON'))
    }
  })
}

/** Answering to any name would let a website that points its own name at this server act as ours (DNS rebinding). */
function refuseUnknownHosts({ publicUrl, mode }: ServerOptions) {
  const own = new URL(publicUrl).hostname
  const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])
  return ({ headers, url }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    // Not `request.host`, which reads X-Forwarded-Host. Proxies pass that on from anyone.
    const name = (headers.host ?? '').toLowerCase().replace(/:\d+$/, '')
    // A website can read neither health nor, without the token, metrics.
    if (name === own || [METRICS_PATH, '/healthz', '/readyz'].includes(url)) return done()
    if (mode === 'sandbox' && loopback.has(name)) return done()
    return done(
      new AppError(
        'unknown_host',
        `This server does not use that host name. Use ${publicUrl}. If a proxy is in front, make it pass on the Host ` +
          'header (nginx: proxy_set_header Host $host;).',
      ),
    )
  }
}

function logResponse(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    },
    'answered',
  )
  done()
}
