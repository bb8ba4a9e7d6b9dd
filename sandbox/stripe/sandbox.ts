import type { Socket } from 'node:net'
import type { Catalog } from './catalog.ts'
import type { Clock } from './clock.ts'
import type { Faults } from './faults.ts'
import type { Store } from './store.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/** What every part of the sandbox Stripe works with. */
export interface Sandbox {
  store: Store
  clock: Clock
  catalog: Catalog
  faults: Faults
  webhooks: Webhooks
  secretKey: string
  /** Connections of calls that are never answered. */
  hanging: Set<Socket>
  /** Its own address, no slash at the end: `http://localhost:3000/sandbox/stripe`. */
  root: () => string
}
