import { noSuch } from './errors.ts'
import type { Price } from './objects.ts'

/** A price that the app configures. */
export interface SandboxPrice {
  id: string
  /** In minor units. */
  unit_amount: number
  /** ISO 4217. */
  currency: string
  interval: 'month' | 'year'
  /** The product name. */
  product: string
}

/** The price with an id; `param` is the parameter with the id. */
export type Catalog = (id: string, param: string) => Price

/** The prices on sale. */
export function createCatalog(given: readonly SandboxPrice[]): Catalog {
  const prices = new Map(given.map((one) => [one.id, priceOf(one)]))
  return (id, param) => {
    const price = prices.get(id)
    if (!price) throw noSuch('price', id, param)
    return price
  }
}

const priceOf = ({ id, unit_amount, currency, interval, product }: SandboxPrice): Price => ({
  id,
  object: 'price',
  active: true,
  currency: currency.toLowerCase(),
  nickname: product,
  recurring: { interval, interval_count: 1 },
  unit_amount,
})
