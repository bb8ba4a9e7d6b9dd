import { declined } from '../errors.ts'
import type { Item, Price, Subscription } from '../objects.ts'
import type { Sandbox } from '../sandbox.ts'
import { isCharged } from './cards.ts'
import { attemptPayment, issueInvoice } from './invoices.ts'
import { changeSubscription, itemsIn } from './subscriptions.ts'

/**
 * Replaces a monthly price with a yearly one. The year starts and is charged now, minus the unused part of the month;
 * on trial, it starts when the trial ends. 402 if the card is declined, and then nothing changes.
 */
export function changePrice(sandbox: Sandbox, before: Subscription, price: Price): void {
  const [item] = before.items.data
  if (before.status === 'trialing') {
    changeSubscription(sandbox, before.id, { items: { ...before.items, data: [{ ...item, price }] } })
    return
  }
  if (!isCharged(sandbox, before.customer, false)) throw declined()
  const now = sandbox.clock.now()
  const yearly = { billing_cycle_anchor: now, items: itemsIn(before, now, now, price) }
  const invoice = issueInvoice(sandbox, { ...before, ...yearly }, 'subscription_update', unused(item, now))
  changeSubscription(sandbox, before.id, { ...yearly, latest_invoice: invoice.id })
  attemptPayment(sandbox, invoice.id, 'automatic')
}

/** What the rest of the current period cost. */
function unused({ price, current_period_start: start, current_period_end: end }: Item, now: number): number {
  return Math.round((price.unit_amount * (end - now)) / (end - start))
}
