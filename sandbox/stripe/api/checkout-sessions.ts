import type { Stripe } from 'stripe'
import { expireSession } from '../billing/checkout.ts'
import { MISSING_PAYMENT_METHOD } from '../billing/order.ts'
import type { Order } from '../billing/order.ts'
import { DAY } from '../billing/periods.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { branch, metadata, oneOf, onlyKnown, required, text, whole } from '../params.ts'
import type { Params } from '../params.ts'
import type { Sandbox } from '../sandbox.ts'
import { newId } from '../store.ts'
import type { ApiCall } from './call.ts'
import { customerOf } from './customers.ts'
import { lineItems } from './line-items.ts'
import { listPage, LIST_PARAMS } from './lists.ts'
import { newSession } from './new-session.ts'

const PARAMS = [
  'mode',
  'ui_mode',
  'line_items',
  'customer',
  'customer_email',
  'client_reference_id',
  'metadata',
  'success_url',
  'cancel_url',
  'subscription_data',
  'payment_method_collection',
  'expires_at',
]
/** Known to Stripe; nothing here depends on them. */
const IGNORED = [
  'allow_promotion_codes',
  'automatic_tax',
  'billing_address_collection',
  'branding_settings',
  'currency',
  'consent_collection',
  'custom_text',
  'customer_update',
  'locale',
  'payment_method_types',
  'submit_type',
  'payment_method_configuration',
  'phone_number_collection',
  'tax_id_collection',
  'adaptive_pricing',
]

/** `checkout.sessions.create`, for subscriptions on a hosted page. */
export function create({ sandbox, params }: ApiCall): Stripe.Checkout.Session {
  onlyKnown(params, [...PARAMS, ...IGNORED])
  if (required(params, 'mode') !== 'subscription') {
    throw invalidRequest('The sandbox only supports mode `subscription`.', 'mode')
  }
  if ((text(params, 'ui_mode') ?? 'hosted_page') !== 'hosted_page') {
    throw invalidRequest('The sandbox only supports ui_mode `hosted_page`.', 'ui_mode')
  }
  const customer = text(params, 'customer')
  if (customer !== undefined && text(params, 'customer_email') !== undefined) {
    throw invalidRequest(
      'You may only specify one of these parameters: customer, customer_email.',
      'customer',
    )
  }
  const known = customer === undefined ? undefined : customerOf(sandbox, customer, 'customer')
  const order = orderOf(sandbox, params)
  const session = newSession(sandbox, {
    id: order.id,
    successUrl: urlOf(params, 'success_url')!,
    cancelUrl: urlOf(params, 'cancel_url') ?? null,
    customer: known?.id ?? null,
    customerEmail: text(params, 'customer_email') ?? known?.email ?? null,
    reference: text(params, 'client_reference_id') ?? null,
    metadata: metadata(params, {}, 'metadata'),
    cardAlways: oneOf(params, ['always', 'if_required'], 'payment_method_collection') !== 'if_required',
    expiresAt: expiryOf(sandbox, params),
    // A trial costs nothing now.
    ...amountOf(sandbox, order),
  })
  sandbox.store.save('order', order)
  sandbox.store.save('session', session)
  return session
}

/** `checkout.sessions.retrieve` */
export function retrieve({ sandbox, id }: ApiCall): Stripe.Checkout.Session {
  const session = sandbox.store.find('session', id)
  if (!session) throw noSuch('checkout.session', id)
  return session
}

/** `checkout.sessions.expire` */
export function expire(call: ApiCall): Stripe.Checkout.Session {
  const { status } = retrieve(call)
  if (status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${status}.`,
    )
  }
  expireSession(call.sandbox, call.id)
  return retrieve(call)
}

/** `checkout.sessions.list` */
export function list({ sandbox, params }: ApiCall): unknown {
  onlyKnown(params, [...LIST_PARAMS, 'customer', 'subscription', 'status'])
  const filters = (['customer', 'subscription', 'status'] as const).map(
    (name) => [name, text(params, name)] as const,
  )
  const all = sandbox.store
    .list('session')
    .filter((session) => filters.every(([name, value]) => value === undefined || session[name] === value))
  return listPage(all, params, '/v1/checkout/sessions')
}

/** `checkout.sessions.listLineItems` */
export function listLineItems(call: ApiCall): unknown {
  return lineItems(call.sandbox, retrieve(call).id)
}

function orderOf({ catalog, clock }: Sandbox, params: Params): Order {
  const lines = Object.keys(branch(params, 'line_items')).map((index) => {
    const price = required(params, 'line_items', index, 'price')
    if (!catalog.prices.some(({ id }) => id === price)) {
      throw noSuch('price', price, `line_items[${index}][price]`)
    }
    const quantity = whole(params, 'line_items', index, 'quantity')
    if (quantity === undefined || quantity < 1) {
      throw invalidRequest('Quantity is required, and at least 1.', `line_items[${index}][quantity]`)
    }
    return { id: newId('li'), price, quantity }
  })
  if (lines.length === 0)
    throw invalidRequest('Missing required param: line_items.', 'line_items', 'parameter_missing')

  const data = branch(params, 'subscription_data')
  const trialDays = whole(params, 'subscription_data', 'trial_period_days') ?? null
  const trialEnd = whole(params, 'subscription_data', 'trial_end') ?? null
  if (trialDays !== null && trialEnd !== null) {
    throw invalidRequest(
      'You may only specify one of these parameters: trial_end, trial_period_days.',
      'subscription_data',
    )
  }
  if (trialDays !== null && (trialDays < 1 || trialDays > 730)) {
    throw invalidRequest(
      'Trial period days must lie between 1 and 730.',
      'subscription_data[trial_period_days]',
    )
  }
  if (trialEnd !== null && trialEnd < clock.now() + 2 * DAY) {
    const message = 'The `trial_end` date has to be at least 2 days in the future.'
    throw invalidRequest(message, 'subscription_data[trial_end]')
  }
  const missing = ['subscription_data', 'trial_settings', 'end_behavior', 'missing_payment_method']
  return {
    id: newId('cs_test'),
    lines,
    metadata: metadata(data, {}, 'metadata'),
    description: text(data, 'description') ?? null,
    trialDays,
    trialEnd,
    missingPaymentMethod: oneOf(params, MISSING_PAYMENT_METHOD, ...missing) ?? 'create_invoice',
  }
}

function amountOf(
  { catalog }: Sandbox,
  { lines, trialDays, trialEnd }: Order,
): { amount: number; currency: string } {
  const prices = lines.map(({ price }) => catalog.prices.find(({ id }) => id === price)!)
  const { currency } = prices[0]!
  if (prices.some((price) => price.currency !== currency)) {
    throw invalidRequest('All prices must be in the same currency.', 'line_items')
  }
  const total = lines.reduce(
    (sum, { quantity }, index) => sum + (prices[index]!.unit_amount ?? 0) * quantity,
    0,
  )
  return { amount: trialDays === null && trialEnd === null ? total : 0, currency }
}

function urlOf(params: Params, name: 'success_url' | 'cancel_url'): string | undefined {
  const url = name === 'success_url' ? required(params, name) : text(params, name)
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw invalidRequest('Not a valid URL', name, 'url_invalid')
  }
  return url
}

function expiryOf({ clock }: Sandbox, params: Params): number {
  const wanted = whole(params, 'expires_at')
  const from = wanted === undefined ? DAY : wanted - clock.now()
  if (from < 1800)
    throw invalidRequest('The `expires_at` timestamp must be at least 30 minutes from now.', 'expires_at')
  if (from > DAY)
    throw invalidRequest('The `expires_at` timestamp must be less than 24 hours from now.', 'expires_at')
  return clock.now() + from
}
