import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { ServerOptions } from '../deps.ts'

export async function securityHeaders(app: FastifyInstance, { publicUrl }: ServerOptions): Promise<void> {
  const https = publicUrl.startsWith('https:')
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
    // The sign-in popup navigates to Google and must be able to reach its opener afterward.
    crossOriginOpenerPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: https,
  })
}
