import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Deps } from '../adapters/deps.ts'
import { subscriptions } from '../db/tables/subscriptions.ts'
import { paymentsUnreachable } from '../http/errors.ts'
import { createSingleFlight } from '../concurrency/single-flight.ts'
import { hasNotBegun, isLive, type SubscriptionRow } from './account-status.ts'
import { type Payments, planOfPrice } from '../adapters/payments.ts'
import { callStripe, nullIfMissing, paymentsOf } from './call-stripe.ts'

const MAX_ATTEMPTS = 5

const singleFlight = createSingleFlight<null>(() => null)

/**
 * Stores the current state of a host's subscription at the provider, so the order of events doesn't matter. Events come
 * in bursts, so calls during a refresh share the next one. Does nothing for a host who never bought anything. Throws
 * `payments_unreachable`.
 */
export const refreshSubscription = (deps: Deps, hostId: string): Promise<void> =>
  singleFlight(deps.db, hostId, null, () => refresh(deps, hostId))

async function refresh(deps: Deps, hostId: string): Promise<void> {
  const payments = paymentsOf(deps.billing)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const [row] = await deps.db.select().from(subscriptions).where(eq(subscriptions.hostId, hostId))
    if (!row) return
    const all = await callStripe(() => listAll(payments, row.customerId))
    const state = stateOf(payments, pickSubscription(all)) ?? (isLive(row) ? ENDED : null)
    const written = await deps.db
      .update(subscriptions)
      .set({ ...state, revision: row.revision + 1, updatedAt: deps.now() })
      .where(and(eq(subscriptions.hostId, hostId), eq(subscriptions.revision, row.revision)))
      .returning({ hostId: subscriptions.hostId })
    // Someone else stored a newer state in the meantime, so refresh again.
    if (written.length === 0) continue
    const live = all.filter(isLive)
    if (live.length > 1)
      deps.log.error({ hostId, count: live.length }, 'a host has more than one subscription')
    return
  }
  throw paymentsUnreachable(new Error('The subscription kept changing while it was refreshed'))
}

/** A deleted customer has no subscriptions, because they ended with it. */
export const listAll = async ({ stripe }: Payments, customer: string) =>
  (await nullIfMissing(stripe.subscriptions.list({ customer, status: 'all', limit: 100 })))?.data ?? []

/** The state of a subscription that the provider no longer has. */
const ENDED = { status: 'canceled', cancelAtPeriodEnd: false }

/** Whether it ends at a known time, set by us or on the provider's own page. */
export const isEnding = (one: Stripe.Subscription) => one.cancel_at_period_end || one.cancel_at !== null

/** The one to show: of several live subscriptions the oldest that continues, otherwise the latest that began. */
function pickSubscription(all: readonly Stripe.Subscription[]): Stripe.Subscription | null {
  const oldestFirst = all.toSorted((a, b) => a.created - b.created)
  const live = oldestFirst.filter(isLive)
  const latest = oldestFirst.findLast((one) => !hasNotBegun(one)) ?? oldestFirst.at(-1)
  return live.find((one) => !isEnding(one)) ?? live[0] ?? latest ?? null
}

type State = Omit<SubscriptionRow, 'hostId' | 'customerId' | 'revision' | 'checkoutSessionId' | 'updatedAt'>

function stateOf(payments: Payments, subscription: Stripe.Subscription | null): State | null {
  if (!subscription) return null
  const item = subscription.items.data[0]
  const price = item?.price
  const ours = price ? planOfPrice(payments, price.id) : null
  return {
    subscriptionId: subscription.id,
    status: subscription.status,
    plan: ours?.plan ?? null,
    billingInterval: ours?.interval ?? null,
    intervalCount: price?.recurring?.interval_count ?? null,
    amount: price?.unit_amount ?? null,
    currency: price?.currency ?? null,
    startedAt: milliseconds(subscription.start_date),
    // A date chosen at the provider needn't be the period's end.
    periodEnd: milliseconds(subscription.cancel_at ?? item?.current_period_end),
    trialEnd: milliseconds(subscription.trial_end),
    endedAt: milliseconds(subscription.ended_at),
    cancelAtPeriodEnd: isEnding(subscription),
  }
}

const milliseconds = (seconds: number | null | undefined) =>
  typeof seconds === 'number' ? seconds * 1000 : null
