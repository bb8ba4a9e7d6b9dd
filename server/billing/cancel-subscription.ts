import type { AccountStatus } from '../../contract/billing.schema.ts'
import type { Deps } from '../deps.ts'
import type { Handler } from '../endpoint.ts'
import { liveSubscription } from './customer.ts'
import { readStatus } from './get-subscription.ts'
import { isLive } from './account-status.ts'
import { ask, paymentsOf } from './payments.ts'
import { isSetToEnd, listAll, refreshSubscription } from './refresh-subscription.ts'

/** What is paid for stays until its period ends. */
export const cancelSubscription: Handler<'cancelSubscription'> = ({ deps, caller }) =>
  setToEnd(deps, caller.hostId, true)

/** Lets the subscription of a host end with its period, or go on. Asked for what is so already, it changes nothing. */
export async function setToEnd(
  deps: Deps,
  hostId: string,
  cancelAtPeriodEnd: boolean,
): Promise<AccountStatus> {
  const payments = paymentsOf(deps.billing)
  const row = await liveSubscription(deps, hostId)
  if (row.cancelAtPeriodEnd !== cancelAtPeriodEnd) {
    await ask(async () => {
      const live = (await listAll(payments, row.customerId)).filter(isLive)
      // However they came to be several: nothing is charged for any of them after it, and one alone goes on.
      const changed = live.filter((one) =>
        cancelAtPeriodEnd ? !isSetToEnd(one) : one.id === row.subscriptionId && isSetToEnd(one),
      )
      for (const { id, cancel_at_period_end: isWithPeriod } of changed) {
        // The provider's own page sets a date instead, which is then what is to be taken back.
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
  }
  return readStatus(deps, hostId)
}
