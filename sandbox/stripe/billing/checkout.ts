import { invalidRequest } from '../errors.ts'
import type { Session } from '../objects.ts'
import type { Sandbox } from '../sandbox.ts'
import { changeCard } from './cards.ts'
import { attemptPayment, issueInvoice } from './invoices.ts'
import { newSubscription } from './subscriptions.ts'

/** Completes an open session: stores its card, subscription and first invoice. 402 for a declined card. */
export function completeSession(sandbox: Sandbox, session: Session, card: string | undefined): Session {
  const { store, webhooks } = sandbox
  if (!card) throw invalidRequest('Choose a card.', 'card')
  changeCard(sandbox, session.customer, card)
  const subscription = newSubscription(sandbox, store.find('order', session.id)!, session.customer)
  const { id: invoiceId } = issueInvoice(sandbox, subscription, 'subscription_create')
  const started = { ...subscription, latest_invoice: invoiceId }
  store.save('subscription', started)
  webhooks.emit('customer.subscription.created', started)
  const { amount_due: due } = attemptPayment(sandbox, invoiceId, 'checkout')
  const completed: Session = {
    ...session,
    status: 'complete',
    payment_status: due === 0 ? 'no_payment_required' : 'paid',
    subscription: subscription.id,
    url: null,
  }
  store.save('session', completed)
  webhooks.emit('checkout.session.completed', completed)
  return completed
}

/** Expires an open session. */
export function expireSession({ store, webhooks }: Sandbox, id: string): void {
  const session: Session = { ...store.find('session', id)!, status: 'expired', url: null }
  store.save('session', session)
  webhooks.emit('checkout.session.expired', session)
}
