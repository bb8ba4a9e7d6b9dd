import { Stripe } from 'stripe'
import { sandboxPayments } from '../../server/config/config.ts'
import { ok, signIn, type TestApp } from '../server/test-app.ts'

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  once: '4000000000000341',
} as const

/** An account's subscription at a server with the sandbox payment provider. */
export type Customer = Awaited<ReturnType<typeof newCustomer>>

let count = 0

export async function newCustomer(app: TestApp) {
  const { sessionToken: token, user } = await signIn(app.origin, `payer${++count}@example.com`)
  const status = (query: Record<string, string> = {}) => ok(app.origin, 'getSubscription', { token, query })
  const checkout = async (interval: 'month' | 'year' = 'month') =>
    (await ok(app.origin, 'createCheckoutSession', { token, body: { plan: 'individual', interval } })).session
  /** Submits a form of the provider's page. */
  const send = (url: string, form: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  return {
    token,
    hostId: user.id,
    status,
    checkout,
    send,
    pay: (url: string, card: string = cards.good) => send(url, { card }),
    async subscribe(interval: 'month' | 'year' = 'month', card: string = cards.good) {
      await send((await checkout(interval)).url, { card })
    },
    cancel: () => ok(app.origin, 'cancelSubscription', { token }),
    revoke: () => ok(app.origin, 'revokeCancellation', { token }),
    portal: async () => (await ok(app.origin, 'createPortalSession', { token })).session.url,
  }
}

/** Advances only the provider's clock. */
export async function advance(app: TestApp, days: number): Promise<void> {
  const response = await fetch(`${app.origin}/sandbox/stripe/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: days * 86_400 }),
  })
  if (!response.ok) throw new Error(`clock: ${response.status} ${await response.text()}`)
}

export async function stripeFault(app: TestApp, fault: Record<string, unknown> | null): Promise<void> {
  const response = await fetch(`${app.origin}/sandbox/stripe/faults`, {
    method: fault ? 'POST' : 'DELETE',
    ...(fault && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) }),
  })
  if (!response.ok) throw new Error(`fault: ${response.status} ${await response.text()}`)
}

/** All events of the provider, oldest first. */
export async function stripeEvents(app: TestApp) {
  const response = await fetch(`${app.origin}/sandbox/stripe/events.json`)
  return (await response.json()) as (Stripe.Event & { delivery: { state: string } })[]
}

/** Sends an event to our server, signed `at` (epoch milliseconds) with `secret`. */
export async function tell(
  app: TestApp,
  event: unknown,
  { at = app.clock.now, secret = sandboxPayments.webhookSecret }: { at?: number; secret?: string } = {},
): Promise<number> {
  const payload = JSON.stringify(event)
  const timestamp = Math.floor(at / 1000)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const response = await fetch(`${app.origin}/api/hooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  })
  return response.status
}
