import type { Stripe } from 'stripe'
import { payByHand, subscriptionOf } from '../billing/invoices.ts'
import { declined, invalidRequest, noSuch } from '../errors.ts'
import { onlyKnown, oneOf, text } from '../params.ts'
import type { ApiCall } from './call.ts'
import { listPage, LIST_PARAMS } from './lists.ts'

/** `invoices.retrieve` */
export function retrieve({ sandbox, id }: ApiCall): Stripe.Invoice {
  const invoice = sandbox.store.find('invoice', id)
  if (!invoice) throw noSuch('invoice', id)
  return invoice
}

/** `invoices.list` */
export function list({ sandbox, params }: ApiCall): unknown {
  onlyKnown(params, [...LIST_PARAMS, 'customer', 'subscription', 'status'])
  const customer = text(params, 'customer')
  const subscription = text(params, 'subscription')
  const status = oneOf(params, ['draft', 'open', 'paid', 'uncollectible', 'void'], 'status')
  const all = sandbox.store
    .list('invoice')
    .filter((one) => customer === undefined || one.customer === customer)
    .filter((one) => subscription === undefined || subscriptionOf(one) === subscription)
    .filter((one) => status === undefined || one.status === status)
  return listPage(all, params, '/v1/invoices')
}

/** `invoices.pay` */
export function pay(call: ApiCall): Stripe.Invoice {
  onlyKnown(call.params, [])
  if (retrieve(call).status !== 'open') throw invalidRequest('Invoice is already paid')
  const invoice = payByHand(call.sandbox, call.id)
  if (invoice.status !== 'paid') throw declined()
  return invoice
}
