import { eq } from 'drizzle-orm'
import type { Deps } from '../app.ts'
import type { Host } from '../auth/authenticate.ts'
import { subscriptions } from '../db/schema.ts'
import { notSubscribed } from '../errors.ts'
import { isLive, type SubscriptionRow } from './account-status.ts'
import { ask, type Payments } from './payments.ts'
import { refreshSubscription } from './refresh-subscription.ts'

const read = async ({ db }: Deps, hostId: string) =>
  (await db.select().from(subscriptions).where(eq(subscriptions.hostId, hostId)))[0]

/** The host as the provider's customer, made on first use; asked for at once, still one. */
export async function customerOf(deps: Deps, { stripe }: Payments, host: Host): Promise<SubscriptionRow> {
  const found = await read(deps, host.id)
  if (found) return found
  const customer = await ask(() =>
    stripe.customers.create(
      { email: host.email, name: host.name, metadata: { hostId: host.id } },
      { idempotencyKey: `customer-${host.id}` },
    ),
  )
  await deps.db
    .insert(subscriptions)
    .values({ hostId: host.id, customerId: customer.id, updatedAt: deps.now() })
    .onConflictDoNothing()
  return (await read(deps, host.id))!
}

/** The host's subscription as the provider has it now. Throws `not_subscribed` where none is live. */
export async function liveSubscription(deps: Deps, hostId: string) {
  await refreshSubscription(deps, hostId)
  const row = await read(deps, hostId)
  if (!row?.subscriptionId || !isLive(row)) throw notSubscribed()
  return { ...row, subscriptionId: row.subscriptionId }
}
