import type { PortalSession } from '../objects.ts'
import { onlyKnown, required } from '../params.ts'
import { newId } from '../store.ts'
import type { ApiCall } from './call.ts'
import { customerOf } from './customers.ts'

/** `billingPortal.sessions.create` */
export function create({ sandbox, params }: ApiCall): PortalSession {
  onlyKnown(params, ['customer', 'return_url'])
  const id = newId('bps')
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    customer: customerOf(sandbox, required(params, 'customer'), 'customer').id,
    return_url: required(params, 'return_url'),
    url: `${sandbox.root()}/portal/${id}`,
  }
  sandbox.store.save('portal', session)
  return session
}
