import type { Stripe } from 'stripe'

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

/** The products and prices on sale. */
export interface Catalog {
  prices: Stripe.Price[]
  products: Stripe.Product[]
}

/** A fixed creation time, because configured prices have no history. */
const CREATED = Date.UTC(2026, 0, 1) / 1000

/** The configured prices and their products. */
export function createCatalog(given: readonly SandboxPrice[]): Catalog {
  const names = [...new Set(given.map(({ product }) => product))]
  return { prices: given.map(priceOf), products: names.map(productOf) }
}

/** A decimal as sent over the wire; the official client turns it into its own type. */
export function wireDecimal(amount: number): NonNullable<Stripe.Price['unit_amount_decimal']> {
  return String(amount) as unknown as NonNullable<Stripe.Price['unit_amount_decimal']>
}

function productId(name: string): string {
  return `prod_${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`
}

function priceOf({ id, unit_amount, currency, interval, product }: SandboxPrice): Stripe.Price {
  return {
    id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: CREATED,
    currency: currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: productId(product),
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount,
    unit_amount_decimal: wireDecimal(unit_amount),
  }
}

function productOf(name: string): Stripe.Product {
  return {
    id: productId(name),
    object: 'product',
    active: true,
    created: CREATED,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: CREATED,
    url: null,
  }
}
