import { cancelNow } from '../billing/subscriptions.ts'
import { noSuch } from '../errors.ts'
import type { Customer } from '../objects.ts'
import { metadata, onlyKnown, required, text } from '../params.ts'
import type { Sandbox } from '../sandbox.ts'
import { newId } from '../store.ts'
import type { ApiCall } from './call.ts'
import { listPage } from './call.ts'

/** `customers.create` */
export function create({ sandbox, params }: ApiCall): Customer {
  onlyKnown(params, ['email', 'name', 'metadata'])
  const customer: Customer = {
    id: newId('cus'),
    object: 'customer',
    created: sandbox.clock.now(),
    email: required(params, 'email'),
    name: text(params, 'name') || null,
    metadata: metadata(params, 'metadata'),
  }
  sandbox.store.save('customer', customer)
  sandbox.webhooks.emit('customer.created', customer)
  return customer
}

/** `customers.retrieve` */
export function retrieve({ sandbox, id }: ApiCall): object {
  const found = sandbox.store.find('customer', id) ?? sandbox.store.find('deletedCustomer', id)
  if (!found) throw noSuch('customer', id)
  return found
}

/** `customers.list` by email. */
export function list({ sandbox, params }: ApiCall): object {
  onlyKnown(params, ['email', 'limit'])
  const email = required(params, 'email')
  return listPage(
    sandbox.store.list('customer').filter((one) => one.email === email),
    params,
  )
}

/** `customers.del`: also ends the customer's subscriptions. */
export function remove({ sandbox, id }: ApiCall): object {
  const { store, webhooks } = sandbox
  const customer = customerOf(sandbox, id, 'id')
  for (const subscription of store.list('subscription')) {
    if (subscription.customer === id && subscription.status !== 'canceled')
      cancelNow(sandbox, subscription.id)
  }
  const deleted = { id, object: 'customer', deleted: true } as const
  store.remove('customer', id)
  store.save('deletedCustomer', deleted)
  webhooks.emit('customer.deleted', customer)
  return deleted
}

/** The customer with that id, unless deleted. `param` is the parameter with the id. */
export function customerOf({ store }: Sandbox, id: string, param: string): Customer {
  const customer = store.find('customer', id)
  if (!customer) throw noSuch('customer', id, param)
  return customer
}
