import { randomUUID } from 'node:crypto'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { DAY } from '../../availability/units.ts'
import { messages } from '../../contract/errors.ts'
import { plans } from '../../contract/account/plans.ts'
import { readHost } from '../hosts/read-host.ts'
import type { Deps } from '../adapters/deps.ts'
import { subscriptions } from '../db/tables/subscriptions.ts'
import type { Handler } from '../http/endpoint.ts'
import { AppError } from '../http/errors.ts'
import { hashRequest } from '../http/idempotency.ts'
import { hasSubscribed, isLive, readAccount, trialEndOf } from './account-status.ts'
import { endCheckout, isCheckoutOpen } from './checkout-page.ts'
import { customerOf } from './customer.ts'
import { endResumable } from './end-subscription.ts'
import type { Payments } from '../adapters/payments.ts'
import { callStripe, paymentsOf } from './call-stripe.ts'
import { refreshSubscription } from './refresh-subscription.ts'

const MAX_ATTEMPTS = 5

export const createCheckoutSession: Handler<'createCheckoutSession'> = async ({
  deps,
  caller,
  body,
  headers,
}) => {
  const payments = paymentsOf(deps.billing)
  const price = plans[body.plan].isAvailable ? payments.prices[body.plan]?.[body.interval] : undefined
  if (!price) throw new AppError('plan_unavailable', messages.planUnavailable)
  const { customerId } = await customerOf(deps, payments, await readHost(deps.db, caller.hostId))
  await refreshSubscription(deps, caller.hostId)
  const { createdAt, subscription } = await readAccount(deps.db, caller.hostId)
  if (subscription && isLive(subscription))
    throw new AppError('already_subscribed', messages.alreadySubscribed)
  // Otherwise, paying an old invoice would resume one beside the new one.
  if (subscription?.subscriptionId) await endResumable(payments, customerId)

  // The rest of the trial carries over, unless the host was subscribed before.
  const left = hasSubscribed(subscription) ? 0 : Math.ceil((trialEndOf(createdAt) - deps.now()) / DAY)
  const create = (key: string) =>
    callStripe(() =>
      payments.stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer: customerId,
          client_reference_id: caller.hostId,
          line_items: [{ price, quantity: 1 }],
          // Hosts who subscribe during the trial want to continue after it.
          payment_method_collection: 'always',
          subscription_data: {
            metadata: { hostId: caller.hostId },
            ...(left > 0 && { trial_period_days: left }),
          },
          success_url: `${deps.publicUrl}/subscription/success`,
          cancel_url: `${deps.publicUrl}/subscription/cancel?interval=${body.interval}`,
        },
        // Hashes everything the request asks for, because different requests need different pages and Stripe
        // limits the length of keys.
        { idempotencyKey: `checkout-${hashRequest([caller.hostId, body, left, key])}` },
      ),
    )
  let session = await create(headers['idempotency-key'] ?? randomUUID())
  // The provider repeats its response to a key even if that page has been paid or has expired since.
  for (let attempt = 1; !(await isCheckoutOpen(payments, session.id)); attempt++) {
    if (attempt === MAX_ATTEMPTS) throw new AppError('payments_unreachable', messages.paymentsUnreachable)
    session = await create(session.id)
  }
  if (await replaceCheckout(deps, payments, caller.hostId, session.id)) {
    await refreshSubscription(deps, caller.hostId)
    const { subscription: bought } = await readAccount(deps.db, caller.hostId)
    if (bought && isLive(bought)) {
      await endCheckout(payments, session.id)
      throw new AppError('already_subscribed', messages.alreadySubscribed)
    }
  }
  // Closing the account ends the page that it knows.
  if ((await readHost(deps.db, caller.hostId)).deletedAt !== null) {
    await endCheckout(payments, session.id)
    throw new AppError('invalid_token', messages.invalidToken)
  }
  return { session: { id: session.id, url: session.url! } }
}

/**
 * Expires the previous checkout page, so that nobody pays on both. Returns whether it was paid or had already
 * expired. Throws `payments_unreachable`, and then there is no new page either.
 */
async function replaceCheckout({ db }: Deps, payments: Payments, hostId: string, next: string) {
  let wasDone = false
  for (;;) {
    const [row] = await db.select().from(subscriptions).where(eq(subscriptions.hostId, hostId))
    const before = row?.checkoutSessionId ?? null
    if (before === next) return wasDone
    if (before !== null && !(await endCheckout(payments, before))) wasDone = true
    const whereAsRead: SQL | undefined =
      before === null ? isNull(subscriptions.checkoutSessionId) : eq(subscriptions.checkoutSessionId, before)
    const replaced = await db
      .update(subscriptions)
      .set({ checkoutSessionId: next })
      .where(and(eq(subscriptions.hostId, hostId), whereAsRead))
      .returning({ hostId: subscriptions.hostId })
    if (replaced.length > 0) return wasDone
  }
}
