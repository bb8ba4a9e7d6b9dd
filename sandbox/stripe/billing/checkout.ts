import type { Stripe } from 'stripe'
import { declined, invalidRequest, noSuch } from '../errors.ts'
import type { Sandbox } from '../sandbox.ts'
import { idOf } from '../store.ts'
import { attachCard } from './cards.ts'
import { createCustomer } from './customers.ts'
import { attemptPayment, issueInvoice } from './invoices.ts'
import { newSubscription } from './subscriptions.ts'

/** A person's input on the hosted page. */
export interface CheckoutForm {
  /** Required only if the session has no customer. */
  email: string | undefined
  card: string | undefined
}

/** Whether a card is required: always, or only if something is due now. */
export function needsCard(session: Stripe.Checkout.Session): boolean {
  return session.payment_method_collection === 'always' || (session.amount_total ?? 0) > 0
}

/** Completes a session: creates its customer, card, subscription and first invoice. 402 for a declined card. */
export function completeSession(sandbox: Sandbox, id: string, form: CheckoutForm): Stripe.Checkout.Session {
  const { store, webhooks } = sandbox
  const session = store.find('session', id)
  const order = store.find('order', id)
  if (!session || !order) throw noSuch('checkout.session', id)
  if (session.status !== 'open') throw invalidRequest(`This Checkout Session is ${session.status}.`)
  if (needsCard(session) && !form.card) throw invalidRequest('Choose a card.', 'card')
  const known = store.find('customer', idOf(session.customer))
  const email = form.email?.trim()
  if (!known && !email?.includes('@')) throw invalidRequest('Enter an email address.', 'email')

  const customer = known ?? createCustomer(sandbox, { email: email! })
  const method = needsCard(session) ? attachCard(sandbox, customer, form.card!).id : null
  const subscription = newSubscription(sandbox, order, customer.id, method)
  store.save('subscription', subscription)
  const { id: invoiceId } = issueInvoice(sandbox, subscription, 'subscription_create')
  const started = { ...subscription, latest_invoice: invoiceId }
  store.save('subscription', started)
  webhooks.emit('customer.subscription.created', started)
  const invoice = attemptPayment(sandbox, invoiceId, 'checkout')
  if (invoice.status !== 'paid') throw declined()

  const completed: Stripe.Checkout.Session = {
    ...session,
    status: 'complete',
    payment_status: invoice.amount_due === 0 ? 'no_payment_required' : 'paid',
    customer: customer.id,
    customer_details: {
      address: null,
      business_name: null,
      email: customer.email,
      individual_name: null,
      name: customer.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    subscription: subscription.id,
    invoice: invoice.id,
    url: null,
  }
  store.save('session', completed)
  webhooks.emit('checkout.session.completed', completed)
  return completed
}

/** Expires an open session. */
export function expireSession({ store, webhooks }: Sandbox, id: string): void {
  const session: Stripe.Checkout.Session = { ...store.find('session', id)!, status: 'expired', url: null }
  store.save('session', session)
  webhooks.emit('checkout.session.expired', session)
}
