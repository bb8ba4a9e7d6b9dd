import type { Stripe } from 'stripe'
import type { Sandbox } from '../sandbox.ts'
import { newId } from '../store.ts'
import type { Order } from './order.ts'
import { DAY, periodEnd } from './periods.ts'

/** A new subscription on trial or active, not stored yet. */
export function newSubscription(
  { catalog, clock }: Sandbox,
  order: Order,
  customer: string,
  paymentMethod: string | null,
): Stripe.Subscription {
  const now = clock.now()
  const trialEnd = order.trialEnd ?? (order.trialDays === null ? null : now + order.trialDays * DAY)
  const id = newId('sub')
  const items = order.lines.map(({ price: priceId, quantity }) => {
    const price = catalog.prices.find((one) => one.id === priceId)!
    return newItem(id, price, quantity, now, trialEnd ?? periodEnd(price, now, now))
  })
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: items[0]!.price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: order.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: { object: 'list', data: items, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: order.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trialEnd === null ? 'active' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: order.missingPaymentMethod },
    },
    trial_start: trialEnd === null ? null : now,
  }
}

function newItem(
  subscription: string,
  price: Stripe.Price,
  quantity: number,
  start: number,
  end: number,
): Stripe.SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: start,
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  }
}

/** A copy of the price in Stripe's legacy format. */
function planOf(price: Stripe.Price): Stripe.Plan {
  const { id, active, created, currency, metadata, nickname, product, unit_amount, unit_amount_decimal } =
    price
  const { interval, interval_count } = price.recurring!
  return {
    id,
    object: 'plan',
    active,
    amount: unit_amount,
    amount_decimal: unit_amount_decimal,
    billing_scheme: 'per_unit',
    created,
    currency,
    interval,
    interval_count,
    livemode: false,
    metadata,
    meter: null,
    nickname,
    product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}

/** Updates a subscription and emits an event if anything changed. */
export function changeSubscription(
  { store, webhooks }: Sandbox,
  id: string,
  changes: Partial<Stripe.Subscription>,
): Stripe.Subscription {
  const before = store.find('subscription', id)!
  const after = { ...before, ...changes }
  store.save('subscription', after)
  webhooks.emit('customer.subscription.updated', after, before)
  return after
}

/** The current period of a subscription, which all items share. */
export function periodOf(subscription: Stripe.Subscription): { start: number; end: number } {
  const { current_period_start: start, current_period_end: end } = subscription.items.data[0]!
  return { start, end }
}

/** The items at a new price. */
export const itemsOf = (
  { items }: Stripe.Subscription,
  price: Stripe.Price,
): Stripe.Subscription['items'] => ({
  ...items,
  data: items.data.map((item) => ({ ...item, price, plan: planOf(price) })),
})

/** The items with a new period. */
export function itemsIn(
  { items }: Stripe.Subscription,
  anchor: number,
  start: number,
): Stripe.Subscription['items'] {
  return {
    ...items,
    data: items.data.map((item) => ({
      ...item,
      current_period_start: start,
      current_period_end: periodEnd(item.price, anchor, start),
    })),
  }
}

/** Ends a subscription now. */
export function cancelNow(
  { store, clock, webhooks }: Sandbox,
  id: string,
  details: Partial<Stripe.Subscription.CancellationDetails> = {},
): Stripe.Subscription {
  const before = store.find('subscription', id)!
  const after: Stripe.Subscription = {
    ...before,
    status: 'canceled',
    canceled_at: before.canceled_at ?? clock.now(),
    ended_at: clock.now(),
    cancellation_details: { ...before.cancellation_details!, ...details },
  }
  store.save('subscription', after)
  webhooks.emit('customer.subscription.deleted', after)
  return after
}

/** The update that ends a subscription at a time or, for null, reactivates it. */
export function scheduledEnd(now: number, at: number | null, flag: boolean): Partial<Stripe.Subscription> {
  return {
    cancel_at: at,
    cancel_at_period_end: flag,
    canceled_at: at === null ? null : now,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: at === null ? null : 'cancellation_requested',
    },
  }
}
