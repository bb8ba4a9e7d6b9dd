import { and, eq, inArray, isNotNull, lt, or } from 'drizzle-orm'
import { DAY, HOUR } from '../../availability/units.ts'
import type { Deps } from '../adapters/deps.ts'
import { subscriptions } from '../db/tables/subscriptions.ts'
import { LIVE } from './account-status.ts'
import { isCheckoutOpen } from './checkout-page.ts'
import { refreshSubscription } from './refresh-subscription.ts'

const BATCH_SIZE = 100

/**
 * Refreshes hosts whose provider event may have been lost: their period has ended, or they opened a checkout. One whose
 * subscription is set to end is refreshed daily, because that end, which is stored instead of the period's, can be many
 * periods away. If one fails, it waits an hour so that the others get their turn.
 */
export async function refreshOverdueSubscriptions(deps: Deps): Promise<void> {
  const { payments } = deps.billing
  if (!payments) return
  const { db, now } = deps
  const before = now() - HOUR
  const { periodEnd, cancelAtPeriodEnd, updatedAt } = subscriptions
  const whereDue = or(lt(periodEnd, before), and(cancelAtPeriodEnd, lt(updatedAt, now() - DAY)))
  const overdue = await db
    .select({ hostId: subscriptions.hostId, checkoutSessionId: subscriptions.checkoutSessionId })
    .from(subscriptions)
    .where(
      and(
        or(
          and(inArray(subscriptions.status, [...LIVE]), whereDue),
          isNotNull(subscriptions.checkoutSessionId),
        ),
        lt(updatedAt, before),
      ),
    )
    .orderBy(updatedAt)
    .limit(BATCH_SIZE)
  for (const { hostId, checkoutSessionId } of overdue) {
    const whereThis = eq(subscriptions.hostId, hostId)
    try {
      // The order matters: a payment made just before the page check must be seen.
      const isOpen = checkoutSessionId !== null && (await isCheckoutOpen(payments, checkoutSessionId))
      await refreshSubscription(deps, hostId)
      if (checkoutSessionId !== null && !isOpen) {
        const whereSame = eq(subscriptions.checkoutSessionId, checkoutSessionId)
        await db.update(subscriptions).set({ checkoutSessionId: null }).where(and(whereThis, whereSame))
      }
    } catch (error) {
      await db.update(subscriptions).set({ updatedAt: now() }).where(whereThis)
      throw error
    }
  }
}
