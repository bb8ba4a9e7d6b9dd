import type { FastifyBaseLogger } from 'fastify'
import type { Operator } from '../contract/page-data.ts'
import type { Encryption } from './auth/encryption.ts'
import type { GoogleOidc } from './auth/google-oidc.ts'
import type { Billing } from './billing/payments.ts'
import type { CircuitBreaker } from './calendars/circuit-breaker.ts'
import type { CalendarProvider } from './calendars/provider.ts'
import type { Db } from './db/database.ts'
import type { Mailer } from './mailer.ts'
import type { CurrentZones } from './time-zones/current-zones.ts'

/** The systems that a server works with. `main.ts` builds them; tests pass their own. */
export interface Adapters {
  db: Db
  googleOidc: GoogleOidc
  calendarProvider: CalendarProvider
  calendarBreaker: CircuitBreaker
  encryption: Encryption
  mailer: Mailer
  billing: Billing
  zones: CurrentZones
  /** Epoch milliseconds. */
  now: () => number
}

/** Everything a request or a job works with. */
export interface Deps extends Adapters {
  log: FastifyBaseLogger
  mode: ServerOptions['mode']
  publicUrl: string
  /** Makes the background work look for what is due right after a commit instead of at its next poll; or `jobs` alone. */
  wake: (only?: 'jobs') => void
}

/** How and where a server runs. */
export interface ServerOptions {
  mode: 'sandbox' | 'production'
  publicUrl: string
  /** Who runs this installation; null if nobody is configured. */
  operator: Operator | null
  /** Folder of the built pages. */
  webDir: string
}
