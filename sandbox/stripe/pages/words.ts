import type { Price } from '../objects.ts'
import type { Sandbox } from '../sandbox.ts'

/** `$9.99` */
export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100)
}

/** `$9.99 per month` */
export function priceWords({ unit_amount, currency, recurring }: Price): string {
  return `${money(unit_amount, currency)} per ${recurring.interval}`
}

/** `March 2, 2026` */
export function day(seconds: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1000)
}

/** `2026-03-02 09:00:00 UTC` */
export function moment(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('T', ' ').replace(/\..*/, ' UTC')
}

/** `Card ending in 4242` */
export function cardWords({ store }: Sandbox, customer: string): string {
  const card = store.find('card', customer)
  return card ? `Card ending in ${card.number.slice(-4)}` : 'No card'
}
