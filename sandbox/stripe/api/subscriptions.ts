import type { Stripe } from 'stripe'
import { changePrice } from '../billing/price-change.ts'
import { cancelNow, changeSubscription, periodOf, scheduledEnd } from '../billing/subscriptions.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { branch, flag, metadata, onlyKnown, oneOf, required, text, whole } from '../params.ts'
import type { Params } from '../params.ts'
import type { Sandbox } from '../sandbox.ts'
import type { ApiCall } from './call.ts'
import { customerOf } from './customers.ts'
import { listPage, LIST_PARAMS } from './lists.ts'

const STATUSES = ['active', 'all', 'canceled', 'ended', 'incomplete', 'incomplete_expired'] as const
const MORE_STATUSES = ['past_due', 'paused', 'trialing', 'unpaid'] as const

/** `subscriptions.retrieve` */
export function retrieve({ sandbox, id }: ApiCall): Stripe.Subscription {
  const subscription = sandbox.store.find('subscription', id)
  if (!subscription) throw noSuch('subscription', id)
  return subscription
}

/** `subscriptions.list`: without a status, all but canceled ones. */
export function list({ sandbox, params }: ApiCall): unknown {
  onlyKnown(params, [...LIST_PARAMS, 'customer', 'price', 'status'])
  const customer = text(params, 'customer')
  const price = text(params, 'price')
  const status = oneOf(params, [...STATUSES, ...MORE_STATUSES], 'status')
  if (customer !== undefined) customerOf(sandbox, customer, 'customer')
  const all = sandbox.store
    .list('subscription')
    .filter((one) => customer === undefined || one.customer === customer)
    .filter((one) => price === undefined || one.items.data.some((item) => item.price.id === price))
    .filter((one) => isOf(one, status))
  return listPage(all, params, '/v1/subscriptions')
}

/** `subscriptions.update`: its price, its end and its metadata. */
export function update(call: ApiCall): Stripe.Subscription {
  const { sandbox, params, id } = call
  const live = ['cancel_at', 'cancel_at_period_end', 'default_payment_method', 'items']
  onlyKnown(params, ['cancellation_details', 'metadata', 'payment_behavior', 'proration_behavior', ...live])
  const before = retrieve(call)
  if (before.status === 'canceled' && live.some((name) => name in params)) {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
  }
  const price = newPriceOf(sandbox, before, params)
  if (price) changePrice(sandbox, before, price)
  return changeSubscription(sandbox, id, {
    ...endOf(sandbox, before, params),
    ...methodOf(sandbox, params),
    metadata: metadata(params, before.metadata, 'metadata'),
  })
}

/** `subscriptions.cancel`: effective immediately. */
export function cancel(call: ApiCall): Stripe.Subscription {
  onlyKnown(call.params, ['cancellation_details', 'invoice_now', 'prorate'])
  if (retrieve(call).status === 'canceled') throw noSuch('subscription', call.id)
  return cancelNow(call.sandbox, call.id, { reason: 'cancellation_requested' })
}

/** The price to change to; null if it stays. */
function newPriceOf({ catalog }: Sandbox, before: Stripe.Subscription, params: Params): Stripe.Price | null {
  if (!('items' in params)) return null
  const [item] = before.items.data
  const id = required(params, 'items', '0', 'id')
  if (id !== item!.id) throw noSuch('subscription_item', id, 'items[0][id]')
  const wanted = required(params, 'items', '0', 'price')
  const price = catalog.prices.find((one) => one.id === wanted)
  if (!price) throw noSuch('price', wanted, 'items[0][price]')
  if (price.id === item!.price.id) return null
  if (Object.keys(branch(params, 'items')).length > 1) {
    throw invalidRequest('The sandbox only supports one item per subscription.', 'items')
  }
  if (text(params, 'proration_behavior') !== 'always_invoice') {
    throw invalidRequest('The sandbox only supports `always_invoice`.', 'proration_behavior')
  }
  if (text(params, 'payment_behavior') !== 'error_if_incomplete') {
    throw invalidRequest('The sandbox only supports `error_if_incomplete`.', 'payment_behavior')
  }
  if (item!.price.recurring?.interval !== 'month' || price.recurring?.interval !== 'year') {
    throw invalidRequest('The sandbox only changes prices from a month to a year.', 'items[0][price]')
  }
  if (before.status !== 'active' && before.status !== 'trialing') {
    throw invalidRequest('The sandbox only changes the price of active and trialing subscriptions.', 'items')
  }
  return price
}

function endOf(
  { clock }: Sandbox,
  before: Stripe.Subscription,
  params: Params,
): Partial<Stripe.Subscription> {
  const atPeriodEnd = flag(params, 'cancel_at_period_end')
  const given = text(params, 'cancel_at')
  const now = clock.now()
  if (atPeriodEnd !== undefined && given !== undefined) {
    throw invalidRequest(
      'Received both cancel_at_period_end and cancel_at parameters. Please pass in only one.',
    )
  }
  if (given === '') return scheduledEnd(now, null, false)
  if (given === 'min_period_end' || given === 'max_period_end')
    return scheduledEnd(now, periodOf(before).end, false)
  if (given !== undefined) {
    const at = whole(params, 'cancel_at')!
    if (at <= now) throw invalidRequest('Timestamp must be in the future.', 'cancel_at')
    return scheduledEnd(now, at, false)
  }
  // An end at a given time (set by the portal) is independent and stays.
  if (atPeriodEnd === undefined || atPeriodEnd === before.cancel_at_period_end) return {}
  return scheduledEnd(now, atPeriodEnd ? periodOf(before).end : null, atPeriodEnd)
}

function methodOf({ store }: Sandbox, params: Params): Partial<Stripe.Subscription> {
  const method = text(params, 'default_payment_method')
  if (method === undefined) return {}
  if (!store.find('paymentMethod', method)) throw noSuch('payment_method', method, 'default_payment_method')
  return { default_payment_method: method }
}

function isOf({ status }: Stripe.Subscription, wanted: string | undefined): boolean {
  if (wanted === 'all') return true
  if (wanted === undefined) return status !== 'canceled'
  return wanted === 'ended' ? status === 'canceled' : status === wanted
}
