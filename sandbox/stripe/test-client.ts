import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { Stripe } from 'stripe'
import { sandboxStripe } from './plugin.ts'
import type { SandboxStripeOptions } from './plugin.ts'

const SECRET_KEY = 'sk_test_sandbox'
const WEBHOOK_SECRET = 'whsec_sandbox'

/** A webhook as it has come. */
interface Heard {
  event: Stripe.Event
  signature: string
  body: string
}

/** A sandbox Stripe that listens on a free port, and an app that listens to its webhooks. */
export interface RunningSandbox {
  app: FastifyInstance
  root: string
  stripe: Stripe
  /** What has come, verified; oldest first. */
  heard: Heard[]
  /** How the receiver answers. */
  receiver: { status: number }
}

/** Starts a sandbox for a test; close its `app` afterwards. */
export async function startSandbox(options: Partial<SandboxStripeOptions> = {}): Promise<RunningSandbox> {
  const app = fastify({ forceCloseConnections: true })
  let origin = ''
  const heard: Heard[] = []
  const receiver = { status: 200 }
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/hook', async (request, reply) => {
      const body = String(request.body)
      const signature = String(request.headers['stripe-signature'])
      const event = await Stripe.webhooks.constructEventAsync(body, signature, WEBHOOK_SECRET)
      heard.push({ event, signature, body })
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
  return { app, root, stripe: stripeClient(root), heard, receiver }
}

/** The official client, pointed at a sandbox. */
export function stripeClient(root: string, key = SECRET_KEY): Stripe {
  const httpClient = Stripe.createFetchHttpClient((url: string | URL | Request, init?: RequestInit) =>
    fetch(String(url).replace(/^https:\/\/api\.stripe\.com(:443)?/, root), init),
  )
  return new Stripe(key, { httpClient, maxNetworkRetries: 0, telemetry: false })
}

/** Posts JSON to the sandbox itself. */
export async function post(root: string, path: string, body: unknown): Promise<Response> {
  return fetch(`${root}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Posts a form of a page. */
export async function postForm(address: string, form: Record<string, string>): Promise<Response> {
  return fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
}
