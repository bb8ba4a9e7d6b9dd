import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { Stripe } from 'stripe'
import type { Event, Invoice, Session, Subscription } from './objects.ts'
import { sandboxStripe } from './plugin.ts'
import type { SandboxStripeOptions } from './plugin.ts'

const SECRET_KEY = 'sk_test_sandbox'
const WEBHOOK_SECRET = 'whsec_sandbox'

/** The test cards: one works, one is declined, and one fails at renewal. */
export const [GOOD, DECLINED, FAILS_LATER] = [
  '4242424242424242',
  '4000000000000002',
  '4000000000000341',
] as const

/** A sandbox Stripe that listens on a free port, with an app that receives its webhooks. */
export interface RunningSandbox {
  app: FastifyInstance
  root: string
  stripe: Stripe
  /** The received events with a valid signature, oldest first. */
  received: Stripe.Event[]
  /** The receiver's response. */
  receiver: { status: number }
}

/** Starts a sandbox for a test; close its `app` afterward. */
export async function startSandbox(options: Partial<SandboxStripeOptions> = {}): Promise<RunningSandbox> {
  const app = fastify({ forceCloseConnections: true })
  let origin = ''
  const received: Stripe.Event[] = []
  const receiver = { status: 200 }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/hook', async (request, reply) => {
      const signature = request.headers['stripe-signature']!
      const at = options.now?.()
      received.push(
        Stripe.webhooks.constructEvent(String(request.body), signature, WEBHOOK_SECRET, 300, undefined, at),
      )
      return reply.code(receiver.status).send({})
    })
  })
  await app.register(sandboxStripe, {
    prefix: '/sandbox/stripe',
    baseUrl: () => origin,
    dataFile: ':memory:',
    prices: [
      { id: 'price_month', unit_amount: 99, currency: 'usd', interval: 'month', product: 'Individual' },
      { id: 'price_year', unit_amount: 999, currency: 'usd', interval: 'year', product: 'Individual' },
    ],
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: () => `${origin}/hook`,
    ...options,
  })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const root = `${origin}/sandbox/stripe`
  return { app, root, stripe: stripeClient(root), received, receiver }
}

/** The official client, pointed at a sandbox. */
export function stripeClient(root: string, key: string = SECRET_KEY): Stripe {
  const httpClient = Stripe.createFetchHttpClient(async (url: unknown, init?: RequestInit) => {
    const { pathname, search } = new URL(String(url))
    return fetch(`${root}${pathname}${search}`, init)
  })
  return new Stripe(key, { httpClient, maxNetworkRetries: 0, telemetry: false, timeout: 5000 })
}

/** Posts JSON to the sandbox's own routes. */
export async function post(root: string, path: string, body: unknown = {}): Promise<Response> {
  return fetch(`${root}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Submits a page's form. */
export async function postForm(address: string, form: Record<string, string>): Promise<Response> {
  return fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
}

/** The parameters of a monthly checkout session, without a customer. */
export const MONTHLY = {
  mode: 'subscription',
  line_items: [{ price: 'price_month', quantity: 1 }],
  success_url: 'https://app.example/done?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://app.example/plans',
} as const satisfies Stripe.Checkout.SessionCreateParams

/** A checkout page for a new customer, or for the given one. */
export async function openCheckout(
  { stripe }: RunningSandbox,
  params: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<{ id: string; url: string; customer: string }> {
  const customer = params.customer ?? (await stripe.customers.create({ email: 'ada@example.com' })).id
  const { id, url } = await stripe.checkout.sessions.create({ ...MONTHLY, ...params, customer })
  return { id, url: url!, customer }
}

/** A person who subscribed on the hosted page. */
export async function subscribe(
  sandbox: RunningSandbox,
  params: Partial<Stripe.Checkout.SessionCreateParams> = {},
  card: string = GOOD,
): Promise<{ customer: string; subscription: string; session: Session }> {
  const { id, url, customer } = await openCheckout(sandbox, params)
  await postForm(url, { card })
  const session = (await sandbox.stripe.checkout.sessions.retrieve(id)) as unknown as Session
  return { customer, subscription: session.subscription!, session }
}

/** Changes a customer's card on the portal page. */
export async function changeCard(
  { stripe }: RunningSandbox,
  customer: string,
  card: string,
): Promise<Response> {
  const portal = { customer, return_url: 'https://app.example/settings' }
  return postForm((await stripe.billingPortal.sessions.create(portal)).url, { action: 'card', card })
}

/** A subscription as the API has it. */
export const findSubscription = async ({ stripe }: RunningSandbox, id: string): Promise<Subscription> =>
  (await stripe.subscriptions.retrieve(id)) as unknown as Subscription

/** An event in `events.json`. */
export type ToldEvent = Event & { delivery: { state: string; attempts: number; last: string | null } }

/** All events, newest first. */
export async function listEvents(root: string): Promise<ToldEvent[]> {
  const answer = await fetch(`${root}/events.json`)
  return (await answer.json()) as ToldEvent[]
}

/** The event types since `since`, oldest first. */
export async function eventTypes({ root }: RunningSandbox, since = 0): Promise<string[]> {
  return (await listEvents(root))
    .map(({ type }) => type)
    .toReversed()
    .slice(since)
}

/** A subscription's invoices as the events tell them, oldest first. */
export async function invoicesOf({ root }: RunningSandbox, subscription: string): Promise<Invoice[]> {
  const told = (await listEvents(root))
    .toReversed()
    .map(({ data }) => data.object as Invoice)
    .filter(({ object }) => object === 'invoice')
    .filter(({ parent }) => parent.subscription_details.subscription === subscription)
  return [...new Map(told.map((invoice) => [invoice.id, invoice])).values()]
}
