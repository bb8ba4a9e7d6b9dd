import type { Stripe } from 'stripe'
import type { Sandbox } from '../sandbox.ts'
import { newId } from '../store.ts'

/** Creates a customer. */
export function createCustomer(
  { store, clock, webhooks }: Sandbox,
  given: Partial<Pick<Stripe.Customer, 'email' | 'name' | 'description' | 'phone' | 'metadata'>>,
): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: clock.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    email: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...given,
  }
  store.save('customer', customer)
  webhooks.emit('customer.created', customer)
  return customer
}
