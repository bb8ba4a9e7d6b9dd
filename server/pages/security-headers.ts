import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { ServerOptions } from '../adapters/deps.ts'

const HSTS_SECONDS = 31_536_000

/** Protects every answer, including errors, files and health checks. Pages with inline parts replace the policy. */
export function securityHeaders(app: FastifyInstance, { publicUrl }: ServerOptions): void {
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          // Toasts and positioned layers use inline styles.
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:', 'https:'],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
      },
      // The sign-in popup must still be able to open Google.
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
      referrerPolicy: { policy: 'no-referrer' },
      // Other names below the operator's domain aren't ours.
      strictTransportSecurity: publicUrl.startsWith('https:') && {
        maxAge: HSTS_SECONDS,
        includeSubDomains: false,
      },
    }),
  )
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** They are the same for every request, and making them costs as much as answering one. */
function headersOf(middleware: ReturnType<typeof helmet>): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  middleware(request, response, (error) => {
    if (error !== undefined) throw error
  })
  return response.getHeaders() as Record<string, string>
}

/** The headers of answers to requests that never reach a route, because they can't be read. */
export function headersWithoutRoute({ publicUrl }: ServerOptions): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cache-control': 'no-store',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${HSTS_SECONDS}`,
    }),
  }
}
