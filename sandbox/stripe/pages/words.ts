import type { Stripe } from 'stripe'
import type { Sandbox } from '../sandbox.ts'

/** `$9.99` */
export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100)
}

/** `$9.99 per month` */
export function priceWords({ unit_amount, currency, recurring }: Stripe.Price, quantity = 1): string {
  return `${money((unit_amount ?? 0) * quantity, currency)} per ${recurring?.interval}`
}

/** `March 2, 2026` */
export function day(seconds: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1000)
}

/** `2026-03-02 09:00:00 UTC` */
export function moment(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('T', ' ').replace(/\..*/, ' UTC')
}

/** The name of a price's product. */
export function productName({ catalog }: Sandbox, price: Stripe.Price): string {
  return catalog.products.find(({ id }) => id === price.product)?.name ?? 'Subscription'
}

/** `Visa ending in 4242` */
export function cardWords({ store }: Sandbox, method: string | undefined): string {
  const card = method === undefined ? undefined : store.find('paymentMethod', method)?.card
  return card ? `Visa ending in ${card.last4}` : 'No card'
}
