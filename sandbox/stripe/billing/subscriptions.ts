import type { Item, Order, Price, Subscription } from '../objects.ts'
import type { Sandbox } from '../sandbox.ts'
import { newId } from '../store.ts'
import { DAY, periodEnd } from './periods.ts'

/** A new subscription on trial or active, not stored yet. */
export function newSubscription({ catalog, clock }: Sandbox, order: Order, customer: string): Subscription {
  const now = clock.now()
  const price = catalog(order.price, 'price')
  const trialEnd = order.trialDays === null ? null : now + order.trialDays * DAY
  const item: Item = {
    id: newId('si'),
    object: 'subscription_item',
    current_period_end: trialEnd ?? periodEnd(price, now, now),
    current_period_start: now,
    price,
    quantity: 1,
  }
  return {
    id: newId('sub'),
    object: 'subscription',
    billing_cycle_anchor: trialEnd ?? now,
    cancel_at: null,
    cancel_at_period_end: false,
    created: now,
    customer,
    ended_at: null,
    items: { object: 'list', data: [item] },
    latest_invoice: null,
    metadata: order.metadata,
    start_date: now,
    status: trialEnd === null ? 'active' : 'trialing',
    trial_end: trialEnd,
  }
}

/** Updates a subscription and emits an event if anything changed. */
export function changeSubscription(
  { store, webhooks }: Sandbox,
  id: string,
  changes: Partial<Subscription>,
): Subscription {
  const before = store.find('subscription', id)!
  const after = { ...before, ...changes }
  store.save('subscription', after)
  webhooks.emit('customer.subscription.updated', after, before)
  return after
}

/** The items with a new period that starts at `start`, perhaps at a new price. */
export function itemsIn(
  { items }: Subscription,
  anchor: number,
  start: number,
  price: Price = items.data[0].price,
): Subscription['items'] {
  const period = { current_period_start: start, current_period_end: periodEnd(price, anchor, start) }
  return { ...items, data: [{ ...items.data[0], ...period, price }] }
}

/** Ends a subscription now. */
export function cancelNow({ store, clock, webhooks }: Sandbox, id: string): Subscription {
  const before = store.find('subscription', id)!
  const after: Subscription = { ...before, status: 'canceled', ended_at: clock.now() }
  store.save('subscription', after)
  webhooks.emit('customer.subscription.deleted', after)
  return after
}
