import type { FastifyInstance } from 'fastify'
import { noSuch } from '../errors.ts'
import { onlyKnown, text } from '../params.ts'
import type { Sandbox } from '../sandbox.ts'
import type { ApiCall } from './call.ts'
import { apiCall, unknownCall } from './call.ts'
import * as checkoutSessions from './checkout-sessions.ts'
import * as customers from './customers.ts'
import * as invoices from './invoices.ts'
import { listPage, LIST_PARAMS } from './lists.ts'
import * as portalSessions from './portal-sessions.ts'
import * as subscriptions from './subscriptions.ts'

/** Every call by its name in the official client. */
const CALLS: [
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  name: string,
  run: (call: ApiCall) => unknown,
][] = [
  ['POST', 'customers', 'customers.create', customers.create],
  ['GET', 'customers', 'customers.list', customers.list],
  ['GET', 'customers/:id', 'customers.retrieve', customers.retrieve],
  ['POST', 'customers/:id', 'customers.update', customers.update],
  ['DELETE', 'customers/:id', 'customers.del', customers.remove],
  [
    'GET',
    'products',
    'products.list',
    ({ sandbox, params }) => listPage(sandbox.catalog.products, params, '/v1/products'),
  ],
  [
    'GET',
    'products/:id',
    'products.retrieve',
    ({ sandbox, id }) => found('product', sandbox.catalog.products, id),
  ],
  ['GET', 'prices', 'prices.list', listPrices],
  ['GET', 'prices/:id', 'prices.retrieve', ({ sandbox, id }) => found('price', sandbox.catalog.prices, id)],
  ['POST', 'checkout/sessions', 'checkout.sessions.create', checkoutSessions.create],
  ['GET', 'checkout/sessions', 'checkout.sessions.list', checkoutSessions.list],
  ['GET', 'checkout/sessions/:id', 'checkout.sessions.retrieve', checkoutSessions.retrieve],
  [
    'GET',
    'checkout/sessions/:id/line_items',
    'checkout.sessions.listLineItems',
    checkoutSessions.listLineItems,
  ],
  ['POST', 'checkout/sessions/:id/expire', 'checkout.sessions.expire', checkoutSessions.expire],
  ['GET', 'subscriptions', 'subscriptions.list', subscriptions.list],
  ['GET', 'subscriptions/:id', 'subscriptions.retrieve', subscriptions.retrieve],
  ['POST', 'subscriptions/:id', 'subscriptions.update', subscriptions.update],
  ['DELETE', 'subscriptions/:id', 'subscriptions.cancel', subscriptions.cancel],
  ['GET', 'invoices', 'invoices.list', invoices.list],
  ['GET', 'invoices/:id', 'invoices.retrieve', invoices.retrieve],
  ['POST', 'invoices/:id/pay', 'invoices.pay', invoices.pay],
  ['POST', 'billing_portal/sessions', 'billingPortal.sessions.create', portalSessions.create],
  ['GET', 'events', 'events.list', listEvents],
  [
    'GET',
    'events/:id',
    'events.retrieve',
    ({ sandbox, id }) => found('event', sandbox.store.list('event'), id),
  ],
]

/** The API under `/v1`. */
export function apiRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  for (const [method, path, name, run] of CALLS) {
    app.route({ method, url: `/v1/${path}`, handler: apiCall(sandbox, name, run) })
  }
  app.all('/v1/*', unknownCall)
}

function listPrices({ sandbox, params }: ApiCall): unknown {
  onlyKnown(params, [...LIST_PARAMS, 'active', 'product', 'type'])
  const product = text(params, 'product')
  const all = sandbox.catalog.prices.filter((one) => product === undefined || one.product === product)
  return listPage(all, params, '/v1/prices')
}

function listEvents({ sandbox, params }: ApiCall): unknown {
  onlyKnown(params, [...LIST_PARAMS, 'type'])
  const type = text(params, 'type')
  const all = sandbox.store.list('event').filter((one) => type === undefined || one.type === type)
  return listPage(all, params, '/v1/events')
}

function found<T extends { id: string }>(what: string, all: readonly T[], id: string): T {
  const one = all.find((candidate) => candidate.id === id)
  if (!one) throw noSuch(what, id)
  return one
}
