import type { FastifyInstance } from 'fastify'
import type { Sandbox } from '../sandbox.ts'
import type { ApiCall } from './call.ts'
import { apiCall, unknownCall } from './call.ts'
import * as checkoutSessions from './checkout-sessions.ts'
import * as customers from './customers.ts'
import * as portalSessions from './portal-sessions.ts'
import * as subscriptions from './subscriptions.ts'

/** The calls of billing and its tests, by their names in the official client. */
const CALLS: [
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  name: string,
  run: (call: ApiCall) => unknown,
][] = [
  ['POST', 'customers', 'customers.create', customers.create],
  ['GET', 'customers', 'customers.list', customers.list],
  ['GET', 'customers/:id', 'customers.retrieve', customers.retrieve],
  ['DELETE', 'customers/:id', 'customers.del', customers.remove],
  ['GET', 'prices/:id', 'prices.retrieve', ({ sandbox, id }) => sandbox.catalog(id, 'id')],
  ['POST', 'checkout/sessions', 'checkout.sessions.create', checkoutSessions.create],
  ['GET', 'checkout/sessions/:id', 'checkout.sessions.retrieve', checkoutSessions.retrieve],
  ['POST', 'checkout/sessions/:id/expire', 'checkout.sessions.expire', checkoutSessions.expire],
  ['GET', 'subscriptions', 'subscriptions.list', subscriptions.list],
  ['GET', 'subscriptions/:id', 'subscriptions.retrieve', subscriptions.retrieve],
  ['POST', 'subscriptions/:id', 'subscriptions.update', subscriptions.update],
  ['DELETE', 'subscriptions/:id', 'subscriptions.cancel', subscriptions.cancel],
  ['POST', 'billing_portal/sessions', 'billingPortal.sessions.create', portalSessions.create],
]

/** The API under `/v1`. */
export function apiRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  for (const [method, path, name, run] of CALLS) {
    app.route({ method, url: `/v1/${path}`, handler: apiCall(sandbox, name, run) })
  }
  app.all('/v1/*', unknownCall)
}
