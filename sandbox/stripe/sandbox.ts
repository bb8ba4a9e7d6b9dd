import type { Catalog } from './catalog.ts'
import type { Clock } from './clock.ts'
import type { Faults } from './faults.ts'
import type { Store } from './store.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/** The state shared by all parts of the sandbox Stripe. */
export interface Sandbox {
  store: Store
  clock: Clock
  catalog: Catalog
  faults: Faults
  webhooks: Webhooks
  secretKey: string
  /** Its own URL without a trailing slash: `http://localhost:3000/sandbox/stripe`. */
  root: () => string
}
