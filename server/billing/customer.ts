import { and, eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { MINUTE } from '../../availability/units.ts'
import type { Deps } from '../adapters/deps.ts'
import type { HostRow } from '../hosts/read-host.ts'
import { subscriptions } from '../db/tables/subscriptions.ts'
import { notSubscribed } from '../http/errors.ts'
import { isLive, type SubscriptionRow } from './account-status.ts'
import type { Payments } from '../adapters/payments.ts'
import { callStripe, nullIfMissing } from './call-stripe.ts'
import { refreshSubscription } from './refresh-subscription.ts'

const IDEMPOTENCY_WINDOW_MS = MINUTE

const read = async ({ db }: Deps, hostId: string) =>
  (await db.select().from(subscriptions).where(eq(subscriptions.hostId, hostId)))[0]

/**
 * The host's customer at the provider, created on first use or after its deletion. Concurrent calls create only one.
 */
export async function customerOf(deps: Deps, { stripe }: Payments, host: HostRow): Promise<SubscriptionRow> {
  const found = await read(deps, host.id)
  if (found && (await isKnown(stripe, found.customerId))) return found
  const { id: customerId } =
    (await customerBefore(stripe, host)) ?? (await makeCustomer(deps, stripe, host, found?.customerId))
  const at = deps.now()
  if (found) {
    await deps.db
      .update(subscriptions)
      .set({ customerId, checkoutSessionId: null, revision: found.revision + 1, updatedAt: at })
      .where(and(eq(subscriptions.hostId, host.id), eq(subscriptions.customerId, found.customerId)))
  } else {
    const row = { hostId: host.id, customerId, updatedAt: at }
    await deps.db.insert(subscriptions).values(row).onConflictDoNothing()
  }
  return (await read(deps, host.id))!
}

const isKnown = (stripe: Stripe, customerId: string) =>
  callStripe(async () => {
    const customer = await nullIfMissing(stripe.customers.retrieve(customerId))
    return customer !== null && !customer.deleted
  })

/** A customer missing in our database, because it was restored from a backup or we stopped before storing the id. */
async function customerBefore(stripe: Stripe, { id, email }: HostRow): Promise<Stripe.Customer | null> {
  const { data } = await callStripe(() => stripe.customers.list({ email, limit: 100 }))
  return data.findLast(({ metadata }) => metadata['hostId'] === id) ?? null
}

const makeCustomer = ({ now }: Deps, stripe: Stripe, { id, email, name }: HostRow, before = '') =>
  callStripe(() =>
    stripe.customers.create(
      { email, name, metadata: { hostId: id } },
      // The provider repeats its response to a key, including failures, so keys are short-lived.
      { idempotencyKey: `customer-${id}-${before}-${Math.floor(now() / IDEMPOTENCY_WINDOW_MS)}` },
    ),
  )

/** The host's current subscription at the provider. Throws `not_subscribed` if none is live. */
export async function liveSubscription(deps: Deps, hostId: string) {
  await refreshSubscription(deps, hostId)
  const row = await read(deps, hostId)
  if (!row?.subscriptionId || !isLive(row)) throw notSubscribed()
  return { ...row, subscriptionId: row.subscriptionId }
}
