import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { subscriptions } from '../db/tables/subscriptions.ts'
import type { Handler } from '../http/endpoint.ts'
import { notSubscribed } from '../http/errors.ts'
import { callStripe, paymentsOf } from './call-stripe.ts'

export const createPortalSession: Handler<'createPortalSession'> = async ({ deps, caller }) => {
  const { stripe } = paymentsOf(deps.billing)
  const [row] = await deps.db.select().from(subscriptions).where(eq(subscriptions.hostId, caller.hostId))
  if (!row?.subscriptionId) throw notSubscribed()
  const session = await callStripe(() =>
    stripe.billingPortal.sessions.create(
      { customer: row.customerId, return_url: `${deps.publicUrl}/subscription/intent` },
      { idempotencyKey: `portal-${caller.hostId}-${randomUUID()}` },
    ),
  )
  return { session: { id: session.id, url: session.url } }
}
