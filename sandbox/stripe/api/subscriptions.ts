import { changePrice } from '../billing/price-change.ts'
import { cancelNow, changeSubscription } from '../billing/subscriptions.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import type { Price, Subscription } from '../objects.ts'
import { branch, flag, onlyKnown, required, text } from '../params.ts'
import type { Params } from '../params.ts'
import type { Sandbox } from '../sandbox.ts'
import type { ApiCall } from './call.ts'
import { listPage } from './call.ts'
import { customerOf } from './customers.ts'

/** `subscriptions.retrieve` */
export function retrieve({ sandbox, id }: ApiCall): Subscription {
  const subscription = sandbox.store.find('subscription', id)
  if (!subscription) throw noSuch('subscription', id)
  return subscription
}

/** `subscriptions.list` of a customer; without the status `all`, those that haven't ended. */
export function list({ sandbox, params }: ApiCall): object {
  onlyKnown(params, ['customer', 'limit', 'status'])
  const { id } = customerOf(sandbox, required(params, 'customer'), 'customer')
  const status = text(params, 'status')
  if (status !== undefined && status !== 'all')
    throw invalidRequest('The sandbox only supports the status `all`.', 'status')
  const own = sandbox.store.list('subscription').filter(({ customer }) => customer === id)
  return listPage(
    own.filter((one) => status === 'all' || one.status !== 'canceled'),
    params,
  )
}

/** `subscriptions.update`: its price and its end. */
export function update(call: ApiCall): Subscription {
  const { sandbox, params, id } = call
  onlyKnown(params, ['cancel_at', 'cancel_at_period_end', 'items', 'payment_behavior', 'proration_behavior'])
  const before = retrieve(call)
  if (before.status === 'canceled') {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
  }
  const price = newPriceOf(sandbox, before, params)
  if (price) changePrice(sandbox, before, price)
  return changeSubscription(sandbox, id, endOf(before, params))
}

/** `subscriptions.cancel`: effective immediately. */
export function cancel(call: ApiCall): Subscription {
  onlyKnown(call.params, [])
  if (retrieve(call).status === 'canceled') throw noSuch('subscription', call.id)
  return cancelNow(call.sandbox, call.id)
}

/** The price to change to; null if it stays. */
function newPriceOf({ catalog }: Sandbox, before: Subscription, params: Params): Price | null {
  if (!('items' in params)) return null
  const [item] = before.items.data
  const id = required(params, 'items', '0', 'id')
  if (id !== item.id) throw noSuch('subscription_item', id, 'items[0][id]')
  const price = catalog(required(params, 'items', '0', 'price'), 'items[0][price]')
  if (price.id === item.price.id) return null
  if (Object.keys(branch(params, 'items')).length > 1) {
    throw invalidRequest('The sandbox only supports one item per subscription.', 'items')
  }
  if (text(params, 'proration_behavior') !== 'always_invoice') {
    throw invalidRequest('The sandbox only supports `always_invoice`.', 'proration_behavior')
  }
  if (text(params, 'payment_behavior') !== 'error_if_incomplete') {
    throw invalidRequest('The sandbox only supports `error_if_incomplete`.', 'payment_behavior')
  }
  if (item.price.recurring.interval !== 'month' || price.recurring.interval !== 'year') {
    throw invalidRequest('The sandbox only changes prices from a month to a year.', 'items[0][price]')
  }
  if (before.status === 'past_due') {
    throw invalidRequest('The sandbox only changes the price of active and trialing subscriptions.', 'items')
  }
  return price
}

function endOf(before: Subscription, params: Params): Partial<Subscription> {
  const atPeriodEnd = flag(params, 'cancel_at_period_end')
  const at = text(params, 'cancel_at')
  if (atPeriodEnd !== undefined && at !== undefined) {
    throw invalidRequest(
      'Received both cancel_at_period_end and cancel_at parameters. Please pass in only one.',
    )
  }
  if (at !== undefined && at !== '')
    throw invalidRequest('The sandbox can only clear `cancel_at`.', 'cancel_at')
  if (at === '') return { cancel_at: null, cancel_at_period_end: false }
  // An end at a given time (set by the portal) is independent and stays.
  if (atPeriodEnd === undefined || atPeriodEnd === before.cancel_at_period_end) return {}
  const end = before.items.data[0].current_period_end
  return { cancel_at: atPeriodEnd ? end : null, cancel_at_period_end: atPeriodEnd }
}
