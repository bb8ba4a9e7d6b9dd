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
    await ask(async () => {
      const { cancel_at_period_end: isWithPeriod } = await stripe.subscriptions.retrieve(subscriptionId)
      // The provider's own page sets a date instead, which is then what is to be taken back.
      const change = isToEnd || isWithPeriod ? { cancel_at_period_end: isToEnd } : { cancel_at: '' as const }
      await stripe.subscriptions.update(subscriptionId, change, {
        idempotencyKey: `end-${subscriptionId}-${isToEnd}-${revision}`,
      })
    })
    await refreshSubscription(deps, hostId)
  }
  return readStatus(deps, hostId)
}
