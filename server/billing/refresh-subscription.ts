import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import type Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import { subscriptions } from '../db/billing-schema.ts'
import { paymentsUnreachable } from '../errors.ts'
import { isLive, type SubscriptionRow } from './account-status.ts'
import { ask, nullIfMissing, paymentsOf, type Payments, planOfPrice } from './payments.ts'

const ATTEMPTS = 5

/** By host: what is being asked, and what is to be asked after it. */
type Asking = Map<string, { now: Promise<void>; next: Promise<void> | null }>
const askingOf = new WeakMap<Db, Asking>()

/**
 * Writes down how the provider says that a host's subscription stands, whatever has told us to ask: so the order in which
 * it tells of changes does not matter. Nothing for a host who has never bought anything. Throws `payments_unreachable`.
 */
export function refreshSubscription(deps: Deps, hostId: string): Promise<void> {
  const all: Asking = askingOf.get(deps.db) ?? new Map()
  askingOf.set(deps.db, all)
  const begin = () => {
    const asking = { now: refresh(deps, hostId), next: null }
    all.set(hostId, asking)
    asking.now
      .finally(() => {
        if (all.get(hostId) === asking && asking.next === null) all.delete(hostId)
      })
      .catch(() => null)
    return asking.now
  }
  const asking = all.get(hostId)
  if (!asking) return begin()
  // It tells of much at once. What is under way may be older than that; one more asking is enough for all who wait.
  return (asking.next ??= asking.now.then(begin, begin))
}

async function refresh(deps: Deps, hostId: string): Promise<void> {
  const payments = paymentsOf(deps.billing)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [row] = await deps.db.select().from(subscriptions).where(eq(subscriptions.hostId, hostId))
    if (!row) return
    const all = await ask(() => listAll(payments, row.customerId))
    const told = stateOf(payments, pickSubscription(all)) ?? (isLive(row) ? ENDED : null)
    const written = await deps.db
      .update(subscriptions)
      .set({ ...told, revision: row.revision + 1, updatedAt: deps.now() })
      .where(and(eq(subscriptions.hostId, hostId), eq(subscriptions.revision, row.revision)))
      .returning({ hostId: subscriptions.hostId })
    // Else somebody has written meanwhile, perhaps of later: ask again.
    if (written.length === 0) continue
    const live = all.filter(isLive)
    if (live.length > 1)
      deps.log.error({ hostId, count: live.length }, 'a host has more than one subscription')
    return
  }
  throw paymentsUnreachable(new Error('The subscription kept changing while it was refreshed'))
}

/** Of a customer that was deleted there, none: their subscriptions have ended with them. */
export const listAll = async ({ stripe }: Payments, customer: string) =>
  (await nullIfMissing(stripe.subscriptions.list({ customer, status: 'all', limit: 100 })))?.data ?? []

/** What is left of one that the provider has no more. */
const ENDED = { status: 'canceled', cancelAtPeriodEnd: false }

/** Whether it is to be over at a moment that is known, by our doing or on the provider's own page. */
export const isSetToEnd = (one: Stripe.Subscription) => one.cancel_at_period_end || one.cancel_at !== null

/** Of several that are live one that goes on, and the oldest; else the one that was begun last. */
function pickSubscription(all: readonly Stripe.Subscription[]): Stripe.Subscription | null {
  const oldestFirst = all.toSorted((a, b) => a.created - b.created)
  const live = oldestFirst.filter(isLive)
  return live.find((one) => !isSetToEnd(one)) ?? live[0] ?? oldestFirst.at(-1) ?? null
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
    periodEnd: milliseconds(item?.current_period_end),
    trialEnd: milliseconds(subscription.trial_end),
    endedAt: milliseconds(subscription.ended_at),
    cancelAtPeriodEnd: isSetToEnd(subscription),
  }
}

const milliseconds = (seconds: number | null | undefined) =>
  typeof seconds === 'number' ? seconds * 1000 : null
