import type { Stripe } from 'stripe'
import { onlyKnown, required, text } from '../params.ts'
import { newId } from '../store.ts'
import type { ApiCall } from './call.ts'
import { customerOf } from './customers.ts'

/** `billingPortal.sessions.create` */
export function create({ sandbox, params }: ApiCall): Stripe.BillingPortal.Session {
  onlyKnown(params, ['customer', 'return_url', 'locale', 'configuration'])
  const id = newId('bps')
  const session: Stripe.BillingPortal.Session = {
    id,
    object: 'billing_portal.session',
    configuration: 'bpc_sandbox',
    created: sandbox.clock.now(),
    customer: customerOf(sandbox, required(params, 'customer'), 'customer').id,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: text(params, 'return_url') ?? null,
    url: `${sandbox.root()}/portal/${id}`,
  }
  sandbox.store.save('portal', session)
  return session
}
