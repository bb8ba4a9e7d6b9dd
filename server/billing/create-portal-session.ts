import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { subscriptions } from '../db/tables/subscriptions.ts'
import type { Handler } from '../http/endpoint.ts'
import { notSubscribed } from '../http/errors.ts'
import { callStripe, nullIfMissing, paymentsOf } from './call-stripe.ts'
import { refreshSubscription } from './refresh-subscription.ts'

export const createPortalSession: Handler<'createPortalSession'> = async ({ deps, caller }) => {
  const { stripe } = paymentsOf(deps.billing)
  const [row] = await deps.db.select().from(subscriptions).where(eq(subscriptions.hostId, caller.hostId))
  if (!row?.subscriptionId) throw notSubscribed()
  const session = await callStripe(() =>
    nullIfMissing(
      stripe.billingPortal.sessions.create(
        { customer: row.customerId, return_url: `${deps.publicUrl}/subscription/intent` },
        { idempotencyKey: `portal-${caller.hostId}-${randomUUID()}` },
      ),
    ),
  )
  if (!session) {
    // The customer was deleted, and what they were subscribed to ended with that.
    await refreshSubscription(deps, caller.hostId)
    throw notSubscribed()
  }
  return { session: { id: session.id, url: session.url } }
}
