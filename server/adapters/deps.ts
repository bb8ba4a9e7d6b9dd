import type { FastifyBaseLogger } from 'fastify'
import type { CalendarCheck } from '../../contract/bookings/invitee-calendar-check.ts'
import type { Operator, PublicPage } from '../../contract/pages/page-data.ts'
import type { Encryption } from './encryption.ts'
import type { GoogleOidc } from './google-oidc.ts'
import type { Billing } from './payments.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { CalendarProviders } from './calendar-provider.ts'
import type { Db } from '../db/database.ts'
import type { Mailer } from './mailer.ts'
import type { OutgoingFetch } from './outgoing/outgoing-fetch.ts'
import type { CurrentZones } from '../time-zones/current-zones.ts'

/** The systems that a server works with. `main.ts` builds them; tests pass their own. */
export interface Adapters {
  db: Db
  googleOidc: GoogleOidc
  calendarProviders: CalendarProviders
  /** Of the calls to Google. */
  calendarBreaker: CircuitBreaker
  encryption: Encryption
  /** Loads the photos of Google accounts. */
  photoFetch: OutgoingFetch
  mailer: Mailer
  billing: Billing
  zones: CurrentZones
  /** Epoch milliseconds. */
  now: () => number
}

/** Renders the pages that need no sign-in. */
export interface PageRenderer {
  /**
   * `policy`: the page's Content-Security-Policy. `isAddressPrivate`: the page's address contains somebody's details.
   */
  renderPage(page: PublicPage, options?: { isAddressPrivate?: boolean }): { html: string; policy: string }
  /** The same page without scripts or metadata, for a frame in the host app. */
  renderPreview(page: PublicPage): string
}

/** Everything a request or a job works with. */
export interface Deps extends Adapters, PageRenderer {
  log: FastifyBaseLogger
  mode: ServerOptions['mode']
  publicUrl: string
  calendarCheck: ServerOptions['calendarCheck']
  /**
   * Makes the background work look for what is due right after a commit instead of at its next poll; or `jobs` alone.
   */
  wake: (only?: 'jobs') => void
}

/** How and where a server runs. */
export interface ServerOptions {
  mode: 'sandbox' | 'production'
  publicUrl: string
  /** Who runs this installation; null if nobody is configured. */
  operator: Operator | null
  /** How invitees check their own calendars; null if they can't. */
  calendarCheck: CalendarCheck | null
  /** Folder of the built pages. */
  webDir: string
}
