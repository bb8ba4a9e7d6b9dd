import type { Stripe } from 'stripe'
import type { Sandbox } from '../sandbox.ts'

/** The line items of a checkout session. */
export function lineItems({ store, catalog }: Sandbox, sessionId: string): Stripe.ApiList<Stripe.LineItem> {
  const data = (store.find('order', sessionId)?.lines ?? []).flatMap(({ id, price: priceId, quantity }) => {
    const price = catalog.prices.find((one) => one.id === priceId)
    if (!price) return []
    const amount = (price.unit_amount ?? 0) * quantity
    const product = catalog.products.find((one) => one.id === price.product)
    const item: Stripe.LineItem = {
      id,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: product?.name ?? null,
      discounts: [],
      metadata: {},
      price,
      quantity,
      taxes: [],
    }
    return [item]
  })
  return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${sessionId}/line_items` }
}
