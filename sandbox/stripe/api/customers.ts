import type { Stripe } from 'stripe'
import { createCustomer } from '../billing/customers.ts'
import { cancelNow } from '../billing/subscriptions.ts'
import { noSuch } from '../errors.ts'
import { branch, metadata, onlyKnown, text } from '../params.ts'
import type { Params } from '../params.ts'
import type { Sandbox } from '../sandbox.ts'
import type { ApiCall } from './call.ts'
import { listPage, LIST_PARAMS } from './lists.ts'

const FIELDS = ['email', 'name', 'description', 'phone'] as const
/** Parameters that are stored without any effect. */
const IGNORED = ['address', 'preferred_locales', 'shipping', 'tax', 'tax_exempt']

/** `customers.create` */
export function create({ sandbox, params }: ApiCall): Stripe.Customer {
  onlyKnown(params, [...FIELDS, ...IGNORED, 'metadata'])
  return createCustomer(sandbox, { ...given(params), metadata: metadata(params, {}, 'metadata') })
}

/** `customers.retrieve` */
export function retrieve({ sandbox, id }: ApiCall): Stripe.Customer | Stripe.DeletedCustomer {
  const found = sandbox.store.find('customer', id) ?? sandbox.store.find('deletedCustomer', id)
  if (!found) throw noSuch('customer', id)
  return found
}

/** `customers.update` */
export function update({ sandbox, params, id }: ApiCall): Stripe.Customer {
  onlyKnown(params, [...FIELDS, ...IGNORED, 'metadata', 'invoice_settings'])
  const before = customerOf(sandbox, id, 'id')
  const method = text(branch(params, 'invoice_settings'), 'default_payment_method')
  if (method && !sandbox.store.find('paymentMethod', method)) {
    throw noSuch('payment_method', method, 'invoice_settings[default_payment_method]')
  }
  const after: Stripe.Customer = {
    ...before,
    ...given(params),
    metadata: metadata(params, before.metadata, 'metadata'),
    invoice_settings: {
      ...before.invoice_settings,
      ...(method === undefined ? {} : { default_payment_method: method || null }),
    },
  }
  sandbox.store.save('customer', after)
  sandbox.webhooks.emit('customer.updated', after, before)
  return after
}

/** `customers.del`: also ends the customer's subscriptions. */
export function remove({ sandbox, id }: ApiCall): Stripe.DeletedCustomer {
  const { store, webhooks } = sandbox
  const customer = customerOf(sandbox, id, 'id')
  for (const subscription of store.list('subscription')) {
    if (subscription.customer === id && subscription.status !== 'canceled')
      cancelNow(sandbox, subscription.id)
  }
  const deleted: Stripe.DeletedCustomer = { id, object: 'customer', deleted: true }
  store.remove('customer', id)
  store.save('deletedCustomer', deleted)
  webhooks.emit('customer.deleted', customer)
  return deleted
}

/** `customers.list` */
export function list({ sandbox, params }: ApiCall): unknown {
  onlyKnown(params, [...LIST_PARAMS, 'email'])
  const email = text(params, 'email')
  const all = sandbox.store.list('customer').filter((one) => email === undefined || one.email === email)
  return listPage(all, params, '/v1/customers')
}

/** The customer with that id, unless deleted. `param` is the parameter with the id. */
export function customerOf({ store }: Sandbox, id: string, param: string): Stripe.Customer {
  const customer = store.find('customer', id)
  if (!customer) throw noSuch('customer', id, param)
  return customer
}

function given(params: Params): Partial<Stripe.Customer> {
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = text(params, field)
      return value === undefined ? [] : [[field, value || null]]
    }),
  )
}
