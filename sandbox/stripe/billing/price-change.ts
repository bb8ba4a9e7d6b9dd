import type { Stripe } from 'stripe'
import { declined } from '../errors.ts'
import type { Sandbox } from '../sandbox.ts'
import { isCharged, paymentMethodOf } from './cards.ts'
import { attemptPayment, issueInvoice } from './invoices.ts'
import { changeSubscription, itemsIn, itemsOf, periodOf } from './subscriptions.ts'

/**
 * Replaces a monthly price with a yearly one. The year starts and is charged now, minus the unused part of the month;
 * on trial, it starts when the trial ends. 402 if the card is declined, and then nothing changes.
 */
export function changePrice(sandbox: Sandbox, before: Stripe.Subscription, price: Stripe.Price): void {
  const items = itemsOf(before, price)
  if (before.status === 'trialing') {
    changeSubscription(sandbox, before.id, { items })
    return
  }
  if (!isCharged(sandbox, paymentMethodOf(sandbox, before), false)) throw declined()
  const now = sandbox.clock.now()
  const yearly = { ...before, billing_cycle_anchor: now, items: itemsIn({ ...before, items }, now, now) }
  const invoice = issueInvoice(sandbox, yearly, 'subscription_update', unusedAmount(before, now))
  changeSubscription(sandbox, before.id, {
    billing_cycle_anchor: now,
    items: yearly.items,
    latest_invoice: invoice.id,
  })
  attemptPayment(sandbox, invoice.id, 'automatic')
}

/** What the rest of the current period cost. */
function unusedAmount(subscription: Stripe.Subscription, now: number): number {
  const { start, end } = periodOf(subscription)
  const paid = subscription.items.data.reduce(
    (sum, { price, quantity = 1 }) => sum + (price.unit_amount ?? 0) * quantity,
    0,
  )
  return Math.round((paid * (end - now)) / (end - start))
}
