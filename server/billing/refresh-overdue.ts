import { and, eq, inArray, isNotNull, lt, or } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { subscriptions } from '../db/billing-schema.ts'
import { LIVE } from './account-status.ts'
import { ask, nullIfMissing, type Payments } from './payments.ts'
import { refreshSubscription } from './refresh-subscription.ts'

const HOUR = 3_600_000
const AT_ONCE = 100

/**
 * Asks for those of whom there should have been word from the provider, which may have been lost: whose period is over, and
 * who have begun to pay. One that fails is left for an hour, so that the others have their turn.
 */
export async function refreshOverdueSubscriptions(deps: Deps): Promise<void> {
  const { payments } = deps.billing
  if (!payments) return
  const { db, now } = deps
  const before = now() - HOUR
  const overdue = await db
    .select({ hostId: subscriptions.hostId, checkoutSessionId: subscriptions.checkoutSessionId })
    .from(subscriptions)
    .where(
      and(
        or(
          and(inArray(subscriptions.status, [...LIVE]), lt(subscriptions.periodEnd, before)),
          isNotNull(subscriptions.checkoutSessionId),
        ),
        lt(subscriptions.updatedAt, before),
      ),
    )
    .orderBy(subscriptions.updatedAt)
    .limit(AT_ONCE)
  for (const { hostId, checkoutSessionId } of overdue) {
    const isThis = eq(subscriptions.hostId, hostId)
    try {
      // In this order: what was paid before the page was looked at is seen.
      const isOpen = checkoutSessionId !== null && (await isCheckoutOpen(payments, checkoutSessionId))
      await refreshSubscription(deps, hostId)
      if (checkoutSessionId !== null && !isOpen) {
        const isSame = eq(subscriptions.checkoutSessionId, checkoutSessionId)
        await db.update(subscriptions).set({ checkoutSessionId: null }).where(and(isThis, isSame))
      }
    } catch (error) {
      await db.update(subscriptions).set({ updatedAt: now() }).where(isThis)
      throw error
    }
  }
}

const isCheckoutOpen = ({ stripe }: Payments, id: string) =>
  ask(async () => (await nullIfMissing(stripe.checkout.sessions.retrieve(id)))?.status === 'open')
