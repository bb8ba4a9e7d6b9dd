import { and, eq, lt } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import { DAY } from '../../availability/units.ts'
import type { Deps } from '../adapters/deps.ts'
import { stripeEvents, subscriptions } from '../db/tables/subscriptions.ts'
import { AppError, notFound } from '../http/errors.ts'
import type { Payments } from '../adapters/payments.ts'
import { refreshSubscription } from './refresh-subscription.ts'

/** The maximum age of a signature in seconds, so that an intercepted event can't be replayed. */
const TOLERANCE_S = 300
const RETENTION_MS = 30 * DAY

/** Receives the provider's events. They may arrive twice, late and unordered, so each only triggers a refresh. */
export function registerStripeWebhook(app: FastifyInstance, deps: Deps): void {
  app.register(async (hooks) => {
    // The signature covers the raw bytes.
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    hooks.post('/api/hooks/stripe', async ({ body, headers }) => {
      const { payments } = deps.billing
      if (!payments) throw notFound()
      const event = readEvent(payments, body, headers['stripe-signature'], deps.now())
      const customer = customerOf(event)
      if (event && customer !== null) await hear(deps, event.id, customer)
      return { received: true }
    })
  })
}

function readEvent(
  { stripe, webhookSecret }: Payments,
  body: unknown,
  signature: unknown,
  now: number,
): Stripe.Event | null {
  try {
    if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new Error('unsigned')
    return stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_S, undefined, now)
  } catch (cause) {
    throw new AppError('invalid_signature', 'The signature is invalid', { cause })
  }
}

/** Also null for signed content that isn't an event. */
function customerOf(event: Stripe.Event | null): string | null {
  const { customer, object, id } = (event?.data?.object ?? {}) as {
    customer?: unknown
    object?: string
    id?: string
  }
  if (object === 'customer') return id ?? null
  if (typeof customer === 'string') return customer
  return (customer as { id?: string } | null | undefined)?.id ?? null
}

async function hear(deps: Deps, eventId: string, customerId: string): Promise<void> {
  const { db, now } = deps
  const [row] = await db
    .select({ hostId: subscriptions.hostId })
    .from(subscriptions)
    .where(eq(subscriptions.customerId, customerId))
  // A customer of someone else who uses the same Stripe account.
  if (!row) return
  const { hostId } = row
  const whereThis = and(eq(stripeEvents.hostId, hostId), eq(stripeEvents.eventId, eventId))
  if ((await db.select().from(stripeEvents).where(whereThis)).length > 0) return
  await refreshSubscription(deps, hostId)
  // Stored last, so that a failed event is handled when it is sent again.
  await db.insert(stripeEvents).values({ hostId, eventId, receivedAt: now() }).onConflictDoNothing()
}

export async function removeOldStripeEvents({ db, now }: Deps): Promise<void> {
  await db.delete(stripeEvents).where(lt(stripeEvents.receivedAt, now() - RETENTION_MS))
}
