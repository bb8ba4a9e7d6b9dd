import type { AccountStatus } from '../../contract/account/billing.schema.ts'
import { recordActivity } from '../hosts/record-activity.ts'
import type { Deps } from '../adapters/deps.ts'
import type { Handler } from '../http/endpoint.ts'
import { liveSubscription } from './customer.ts'
import { readStatus } from './get-subscription.ts'
import { isLive } from './account-status.ts'
import { callStripe, paymentsOf } from './call-stripe.ts'
import { isEnding, listAll, refreshSubscription } from './refresh-subscription.ts'

/** Access continues until the end of the paid period. */
export const cancelSubscription: Handler<'cancelSubscription'> = ({ deps, caller }) =>
  setCancelAtPeriodEnd(deps, caller.hostId, true)

/** Cancels or reactivates the host's subscription. Repeating the call changes nothing. */
export async function setCancelAtPeriodEnd(
  deps: Deps,
  hostId: string,
  cancelAtPeriodEnd: boolean,
): Promise<AccountStatus> {
  const payments = paymentsOf(deps.billing)
  const row = await liveSubscription(deps, hostId)
  if (row.cancelAtPeriodEnd !== cancelAtPeriodEnd) {
    await callStripe(async () => {
      const live = (await listAll(payments, row.customerId)).filter(isLive)
      // A host can end up with several subscriptions: cancel all of them, but reactivate only one.
      const changed = live.filter((one) =>
        cancelAtPeriodEnd ? !isEnding(one) : one.id === row.subscriptionId && isEnding(one),
      )
      for (const { id, cancel_at_period_end: isWithPeriod } of changed) {
        // The provider's own page sets an end date instead, so reactivating has to clear that.
        const change =
          cancelAtPeriodEnd || isWithPeriod
            ? { cancel_at_period_end: cancelAtPeriodEnd }
            : { cancel_at: '' as const }
        await payments.stripe.subscriptions.update(id, change, {
          idempotencyKey: `end-${id}-${cancelAtPeriodEnd}-${row.revision}-${row.updatedAt}`,
        })
      }
    })
    await refreshSubscription(deps, hostId)
    const kind = cancelAtPeriodEnd ? 'subscription_canceled' : 'subscription_reactivated'
    await recordActivity(deps.db, hostId, { kind, details: {} }, deps.now())
  }
  return readStatus(deps, hostId)
}
