import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { DAY } from '../../availability/units.ts'
import type { AccountStatus } from '../../contract/account/billing.schema.ts'
import { messages } from '../../contract/errors.ts'
import { TRIAL_DAYS } from '../../contract/account/plans.ts'
import { subscriptions } from '../db/tables/subscriptions.ts'
import { hosts } from '../db/tables/hosts.ts'
import type { Db } from '../db/database.ts'
import { toIso } from '../http/iso.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** Access continues while the provider retries a payment. */
export const LIVE: ReadonlySet<string> = new Set(['trialing', 'active', 'past_due'])
export const isLive = (row: Pick<SubscriptionRow, 'status'>) => row.status !== null && LIVE.has(row.status)

/** Whether the provider will never charge for a subscription again. One that is unpaid or paused can be resumed. */
export const hasEnded = ({ status }: Pick<Stripe.Subscription, 'status'>) =>
  status === 'canceled' || status === 'incomplete_expired'

/** Whether a subscription never began, because its first payment didn't go through. */
export const hasNotBegun = ({ status }: Pick<SubscriptionRow, 'status'>) =>
  status === 'incomplete' || status === 'incomplete_expired'

/** Whether a host is or was subscribed. */
export const hasSubscribed = (subscription: SubscriptionRow | null): boolean =>
  !!subscription?.subscriptionId && !hasNotBegun(subscription)

/** The end of an account's trial (epoch milliseconds). */
export const trialEndOf = (createdAt: number) => createdAt + TRIAL_DAYS * DAY

interface Account {
  createdAt: number
  /** Null for an account that never bought anything. */
  subscription: SubscriptionRow | null
}

export async function readAccount(db: Db, hostId: string): Promise<Account> {
  const [found] = await db
    .select({ createdAt: hosts.createdAt, subscription: subscriptions })
    .from(hosts)
    .leftJoin(subscriptions, eq(subscriptions.hostId, hosts.id))
    .where(eq(hosts.id, hostId))
  return found!
}

/** The account's status. Without billing, everything is included. */
export function accountStatus(
  { createdAt, subscription }: Account,
  { isBillingAvailable, now }: { isBillingAvailable: boolean; now: number },
): AccountStatus {
  const nothing = {
    plan: null,
    isPendingCancellation: false,
    isPaymentFailing: false,
    intervalPrice: null,
    currency: null,
    recurringInterval: null,
    recurringIntervalCount: null,
    nextBillingDate: null,
    trialEndsOn: null,
    startDate: null,
    isBillingAvailable,
  }
  if (!isBillingAvailable) {
    const note = 'Billing isn’t set up on this server, so everything is included.'
    return { ...nothing, subscriptionStatus: 'active', isActive: true, note }
  }
  if (subscription && isLive(subscription)) {
    return {
      ...nothing,
      subscriptionStatus: 'active',
      isActive: true,
      plan: subscription.plan,
      isPendingCancellation: subscription.cancelAtPeriodEnd,
      isPaymentFailing: subscription.status === 'past_due',
      intervalPrice: subscription.amount,
      currency: subscription.currency,
      recurringInterval: subscription.billingInterval,
      recurringIntervalCount: subscription.intervalCount,
      nextBillingDate: toIso(subscription.periodEnd),
      trialEndsOn: subscription.status === 'trialing' ? toIso(subscription.trialEnd) : null,
      startDate: toIso(subscription.startedAt),
      note: noteOf(subscription),
    }
  }
  const trialEnd = trialEndOf(createdAt)
  const isOnTrial = now < trialEnd
  return {
    ...nothing,
    subscriptionStatus: isOnTrial ? 'trial' : 'inactive',
    isActive: isOnTrial,
    trialEndsOn: toIso(trialEnd),
    note: isOnTrial ? '' : endedNote(subscription),
  }
}

function noteOf({ status, cancelAtPeriodEnd }: SubscriptionRow): string {
  if (status === 'past_due') return messages.paymentFailed
  if (status === 'trialing' && !cancelAtPeriodEnd) return 'Your first payment is due when the trial ends.'
  return ''
}

const endedNote = (subscription: SubscriptionRow | null) =>
  hasSubscribed(subscription) ? 'Your subscription has ended.' : 'Your free trial has ended.'
