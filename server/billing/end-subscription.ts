import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { subscriptions } from '../db/tables/subscriptions.ts'
import type { Deps } from '../adapters/deps.ts'
import type { Payments } from '../adapters/payments.ts'
import { hasEnded, isLive } from './account-status.ts'
import { endCheckout } from './checkout-page.ts'
import { callStripe, nullIfMissing } from './call-stripe.ts'
import { listAll, refreshSubscription } from './refresh-subscription.ts'

/**
 * Ends everything a host pays for, without waiting for the end of the paid period, and the page on which they could.
 * Throws `payments_unreachable`.
 */
export async function endSubscriptionNow(deps: Deps, hostId: string): Promise<void> {
  const { payments } = deps.billing
  const [row] = await deps.db.select().from(subscriptions).where(eq(subscriptions.hostId, hostId))
  if (!payments || !row) return
  // First, so that a payment made just before is seen.
  if (row.checkoutSessionId !== null) await endCheckout(payments, row.checkoutSessionId)
  await endSubscriptions(payments, row.customerId, (one) => !hasEnded(one))
  await refreshSubscription(deps, hostId)
}

/** Ends those that are unpaid or paused and could be resumed. Throws `payments_unreachable`. */
export const endResumable = (payments: Payments, customerId: string): Promise<void> =>
  endSubscriptions(payments, customerId, (one) => !hasEnded(one) && !isLive(one))

const endSubscriptions = (
  payments: Payments,
  customerId: string,
  ends: (one: Stripe.Subscription) => boolean,
): Promise<void> =>
  callStripe(async () => {
    const all = await listAll(payments, customerId)
    for (const { id } of all.filter(ends)) await nullIfMissing(payments.stripe.subscriptions.cancel(id))
  })
