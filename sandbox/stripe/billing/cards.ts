import type { Stripe } from 'stripe'
import { declined, invalidRequest, noSuch } from '../errors.ts'
import type { Sandbox } from '../sandbox.ts'
import { idOf, newId } from '../store.ts'
import { changeSubscription } from './subscriptions.ts'

/** The cards there are. */
export const CARDS = {
  '4242424242424242': { brand: 'visa', works: 'always', says: 'Works' },
  '4000000000000002': { brand: 'visa', works: 'never', says: 'Declined' },
  '4000000000000341': { brand: 'visa', works: 'once', says: 'Works now, fails at renewal' },
} as const

export type CardNumber = keyof typeof CARDS

/** The number of a card there is, from what was typed. */
export function cardNumber(typed: string | undefined): CardNumber | undefined {
  const digits = typed?.replaceAll(/\D/g, '')
  return Object.keys(CARDS).find((number): number is CardNumber => number === digits)
}

/** A customer's new card; 402 for one that is declined. */
export function attachCard(sandbox: Sandbox, customer: Stripe.Customer, typed: string): Stripe.PaymentMethod {
  const number = cardNumber(typed)
  if (!number) throw invalidRequest(`No such test card: ${typed}`, 'card', 'incorrect_number')
  if (CARDS[number].works === 'never') throw declined()
  const method = newCard(sandbox, customer, number)
  sandbox.store.save('paymentMethod', method)
  sandbox.store.save('card', { id: method.id, number })
  sandbox.webhooks.emit('payment_method.attached', method)
  return method
}

/** Pays with this card from now on: the customer, and every subscription that is not over. */
export function changeCard(sandbox: Sandbox, customerId: string, typed: string): Stripe.PaymentMethod {
  const { store, webhooks } = sandbox
  const before = store.find('customer', customerId)
  if (!before) throw noSuch('customer', customerId)
  const method = attachCard(sandbox, before, typed)
  const customer = {
    ...before,
    invoice_settings: { ...before.invoice_settings, default_payment_method: method.id },
  }
  store.save('customer', customer)
  webhooks.emit('customer.updated', customer, before)
  for (const subscription of store.list('subscription')) {
    if (subscription.customer === customerId && subscription.status !== 'canceled') {
      changeSubscription(sandbox, subscription.id, { default_payment_method: method.id })
    }
  }
  return method
}

/** What a subscription is paid with, if with anything. */
export function paymentMethodOf({ store }: Sandbox, subscription: Stripe.Subscription): string | undefined {
  const customer = store.find('customer', idOf(subscription.customer))
  const method = subscription.default_payment_method ?? customer?.invoice_settings.default_payment_method
  return typeof method === 'string' ? method : undefined
}

/** Whether a charge goes through; `present` while its owner stands at the till. */
export function isCharged({ store }: Sandbox, method: string | undefined, present: boolean): boolean {
  const number = method === undefined ? undefined : cardNumber(store.find('card', method)?.number)
  return (
    number !== undefined && (CARDS[number].works === 'always' || (CARDS[number].works === 'once' && present))
  )
}

function newCard({ clock }: Sandbox, customer: Stripe.Customer, number: CardNumber): Stripe.PaymentMethod {
  const { brand } = CARDS[number]
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'always',
    billing_details: {
      address: null,
      email: customer.email,
      name: customer.name ?? null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: 12,
      exp_year: new Date(clock.now() * 1000).getUTCFullYear() + 5,
      fingerprint: number.slice(-8),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: clock.now(),
    customer: customer.id,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}
