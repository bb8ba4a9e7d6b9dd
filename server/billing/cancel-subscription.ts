import type { AccountStatus } from '../../contract/billing.ts'
import type { Deps } from '../app.ts'
import type { Handler } from '../endpoint.ts'
import { liveSubscription } from './customer.ts'
import { readStatus } from './get-subscription.ts'
import { ask, paymentsOf } from './payments.ts'
import { refreshSubscription } from './refresh-subscription.ts'

/** What is paid for stays until its period ends. */
export const cancelSubscription: Handler<'cancelSubscription'> = ({ deps, host }) =>
  setToEnd(deps, host.id, true)

/** Lets the subscription of a host end with its period, or go on. Asked for what is so already, it changes nothing. */
export async function setToEnd(deps: Deps, hostId: string, isToEnd: boolean): Promise<AccountStatus> {
  const { stripe } = paymentsOf(deps.billing)
  const { subscriptionId, revision, isToEnd: isSo } = await liveSubscription(deps, hostId)
  if (isSo !== isToEnd) {
    await ask(() =>
      stripe.subscriptions.update(
        subscriptionId,
        { cancel_at_period_end: isToEnd },
        { idempotencyKey: `end-${subscriptionId}-${isToEnd}-${revision}` },
      ),
    )
    await refreshSubscription(deps, hostId)
  }
  return readStatus(deps, hostId)
}
