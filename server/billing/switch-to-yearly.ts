import { Stripe } from 'stripe'
import { messages } from '../../contract/errors.ts'
import { recordActivity } from '../hosts/record-activity.ts'
import type { Handler } from '../http/endpoint.ts'
import { AppError } from '../http/errors.ts'
import { liveSubscription } from './customer.ts'
import { readStatus } from './get-subscription.ts'
import { callStripe, paymentsOf } from './call-stripe.ts'
import { refreshSubscription } from './refresh-subscription.ts'

/**
 * Charges the year now, minus the unused part of the month; on trial, when it ends. If the card is declined, nothing
 * changes. Repeating the call changes nothing.
 */
export const switchToYearly: Handler<'switchToYearly'> = async ({ deps, caller }) => {
  const { stripe, prices } = paymentsOf(deps.billing)
  const row = await liveSubscription(deps, caller.hostId)
  if (row.billingInterval !== 'year') {
    const price = row.plan && prices[row.plan]?.year
    if (!price) throw new AppError('plan_unavailable', messages.planUnavailable)
    if (row.status === 'past_due') throw new AppError('payment_declined', messages.paymentFailed)
    if (row.cancelAtPeriodEnd) throw new AppError('subscription_ending', messages.subscriptionEnding)
    await callStripe(async () => {
      const { items } = await stripe.subscriptions.retrieve(row.subscriptionId)
      await stripe.subscriptions
        .update(
          row.subscriptionId,
          {
            items: [{ id: items.data[0]!.id, price }],
            proration_behavior: 'always_invoice',
            payment_behavior: 'error_if_incomplete',
          },
          { idempotencyKey: `yearly-${row.subscriptionId}-${row.revision}-${row.updatedAt}` },
        )
        .catch((error: unknown) => {
          if (!(error instanceof Stripe.errors.StripeCardError)) throw error
          throw new AppError('payment_declined', messages.cardDeclined, { cause: error })
        })
    })
    await refreshSubscription(deps, caller.hostId)
    await recordActivity(deps.db, caller.hostId, { kind: 'subscription_yearly', details: {} }, deps.now())
  }
  return readStatus(deps, caller.hostId)
}
