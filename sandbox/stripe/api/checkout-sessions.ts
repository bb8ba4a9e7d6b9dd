import { DAY } from '../billing/periods.ts'
import { expireSession } from '../billing/checkout.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import type { Order, Session } from '../objects.ts'
import { branch, metadata, onlyKnown, required, text, whole } from '../params.ts'
import type { Params } from '../params.ts'
import { newId } from '../store.ts'
import type { ApiCall } from './call.ts'
import { customerOf } from './customers.ts'

const PARAMS = [
  'mode',
  'customer',
  'client_reference_id',
  'line_items',
  'payment_method_collection',
  'subscription_data',
  'success_url',
  'cancel_url',
]

/** `checkout.sessions.create`: a hosted page where a known customer subscribes to one price with a card. */
export function create({ sandbox, params }: ApiCall): Session {
  const { clock, catalog, store, root } = sandbox
  onlyKnown(params, PARAMS)
  if (required(params, 'mode') !== 'subscription') {
    throw invalidRequest('The sandbox only supports mode `subscription`.', 'mode')
  }
  if ((text(params, 'payment_method_collection') ?? 'always') !== 'always') {
    throw invalidRequest('The sandbox always collects a card.', 'payment_method_collection')
  }
  const customer = customerOf(sandbox, required(params, 'customer'), 'customer')
  const order = orderOf(params)
  const price = catalog(order.price, 'line_items[0][price]')
  const now = clock.now()
  const session: Session = {
    id: order.id,
    object: 'checkout.session',
    amount_total: order.trialDays === null ? price.unit_amount : 0,
    cancel_url: urlOf(params, 'cancel_url') ?? null,
    client_reference_id: text(params, 'client_reference_id') ?? null,
    created: now,
    currency: price.currency,
    customer: customer.id,
    expires_at: now + DAY,
    mode: 'subscription',
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: urlOf(params, 'success_url')!,
    url: `${root()}/checkout/${order.id}`,
  }
  store.save('order', order)
  store.save('session', session)
  return session
}

/** `checkout.sessions.retrieve` */
export function retrieve({ sandbox, id }: ApiCall): Session {
  const session = sandbox.store.find('session', id)
  if (!session) throw noSuch('checkout.session', id)
  return session
}

/** `checkout.sessions.expire` */
export function expire(call: ApiCall): Session {
  const { status } = retrieve(call)
  if (status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${status}.`,
    )
  }
  expireSession(call.sandbox, call.id)
  return retrieve(call)
}

function orderOf(params: Params): Order {
  const lines = Object.keys(branch(params, 'line_items'))
  if (lines.length === 0)
    throw invalidRequest('Missing required param: line_items.', 'line_items', 'parameter_missing')
  const price = required(params, 'line_items', '0', 'price')
  if (lines.length > 1 || whole(params, 'line_items', '0', 'quantity') !== 1)
    throw invalidRequest('The sandbox only sells one price, once.', 'line_items')
  const trialDays = whole(params, 'subscription_data', 'trial_period_days') ?? null
  if (trialDays !== null && (trialDays < 1 || trialDays > 730)) {
    throw invalidRequest(
      'Trial period days must lie between 1 and 730.',
      'subscription_data[trial_period_days]',
    )
  }
  return {
    id: newId('cs_test'),
    price,
    metadata: metadata(params, 'subscription_data', 'metadata'),
    trialDays,
  }
}

function urlOf(params: Params, name: 'success_url' | 'cancel_url'): string | undefined {
  const url = name === 'success_url' ? required(params, name) : text(params, name)
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw invalidRequest('Not a valid URL', name, 'url_invalid')
  }
  return url
}
