import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { ServerOptions } from '../deps.ts'

const HSTS_SECONDS = 31_536_000

/** Protects every answer, including errors, files and health checks. Pages with inline parts replace the policy. */
export async function securityHeaders(app: FastifyInstance, { publicUrl }: ServerOptions): Promise<void> {
  await app.register(helmet, {
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
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: HSTS_SECONDS },
  })
}

/** The headers of answers to requests that never reach a route, because they can't be read. */
export function headersWithoutRoute({ publicUrl }: ServerOptions): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cache-control': 'no-store',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains`,
    }),
  }
}
