import type { Invoice, Subscription } from '../objects.ts'
import type { Sandbox } from '../sandbox.ts'
import { newId } from '../store.ts'
import { isCharged } from './cards.ts'
import { DAY } from './periods.ts'
import { changeSubscription } from './subscriptions.ts'

/** Days between payment attempts. After the last failed attempt, the subscription is canceled. */
const RETRY_AFTER_DAYS = [3, 5, 7]

/** Bills the current period of a subscription, minus a credit; trials are free. */
export function issueInvoice(
  { store, clock, webhooks }: Sandbox,
  { id, status, customer, items }: Subscription,
  reason: Invoice['billing_reason'],
  credit = 0,
): Invoice {
  const { unit_amount: amount, currency } = items.data[0].price
  const invoice: Invoice = {
    id: newId('in'),
    object: 'invoice',
    amount_due: status === 'trialing' ? 0 : amount - credit,
    attempt_count: 0,
    billing_reason: reason,
    created: clock.now(),
    currency,
    customer,
    next_payment_attempt: null,
    number: `SANDBOX-${String(store.count('invoice') + 1).padStart(4, '0')}`,
    parent: { subscription_details: { subscription: id } },
    status: 'open',
  }
  store.save('invoice', invoice)
  webhooks.emit('invoice.created', invoice)
  return invoice
}

/** How a payment happens: at checkout, by a click of the customer, or automatically. */
type Occasion = 'checkout' | 'by_hand' | 'automatic'

/**
 * Tries to collect an open invoice and returns how it is then. Manual attempts don't affect the automatic schedule.
 */
export function attemptPayment(sandbox: Sandbox, invoiceId: string, occasion: Occasion): Invoice {
  const { store, clock, webhooks } = sandbox
  const before = store.find('invoice', invoiceId)!
  const isFree = before.amount_due === 0
  const isPaid = isFree || isCharged(sandbox, before.customer, occasion === 'checkout')
  const attempts = before.attempt_count + (occasion === 'by_hand' || isFree ? 0 : 1)
  const days = RETRY_AFTER_DAYS[attempts - 1]
  const nextAttempt = days === undefined ? null : clock.now() + days * DAY
  const invoice: Invoice = {
    ...before,
    attempt_count: attempts,
    ...(isPaid
      ? { status: 'paid', next_payment_attempt: null }
      : occasion !== 'by_hand' && { next_payment_attempt: nextAttempt }),
  }
  store.save('invoice', invoice)
  webhooks.emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
  return invoice
}

/** The customer pays an open invoice, which reactivates a subscription that waited for it. */
export function payByHand(sandbox: Sandbox, invoiceId: string): Invoice {
  const invoice = attemptPayment(sandbox, invoiceId, 'by_hand')
  const subscription = sandbox.store.find('subscription', invoice.parent.subscription_details.subscription)!
  const waited = subscription.status === 'past_due' && subscription.latest_invoice === invoice.id
  if (invoice.status === 'paid' && waited) changeSubscription(sandbox, subscription.id, { status: 'active' })
  return invoice
}
