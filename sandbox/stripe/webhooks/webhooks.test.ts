import { createServer } from 'node:http'
import { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listEvents, post, startSandbox, subscribe } from '../test-client.ts'
import type { RunningSandbox } from '../test-client.ts'

let sandbox: RunningSandbox
beforeEach(async () => {
  sandbox = await startSandbox({ retryDelaysMs: [20, 40] })
})
afterEach(() => sandbox.app.close())

const ask = async (fault: object) => expect((await post(sandbox.root, '/faults', fault)).status).toBe(201)
const types = () => sandbox.received.map(({ type }) => type)
const newCustomer = (email: string) => sandbox.stripe.customers.create({ email })
const listCustomers = () => sandbox.stripe.customers.list({ email: 'a@example.com' })
const emails = () => sandbox.received.map(({ data }) => (data.object as Stripe.Customer).email)
const stateOf = async (type: string) =>
  (await listEvents(sandbox.root)).find((event) => event.type === type)?.delivery

it('reports a subscription from start to end, in order', async () => {
  const { subscription, customer, session } = await subscribe(sandbox, {
    client_reference_id: 'user-7',
    subscription_data: { metadata: { user: '7' } },
  })
  await sandbox.stripe.subscriptions.cancel(subscription)
  await expect
    .poll(types)
    .toEqual([
      'customer.created',
      'invoice.created',
      'customer.subscription.created',
      'invoice.paid',
      'checkout.session.completed',
      'customer.subscription.deleted',
    ])
  const object = (type: string) => sandbox.received.find((event) => event.type === type)?.data.object
  expect(object('checkout.session.completed')).toMatchObject({
    id: session.id,
    customer,
    subscription,
    client_reference_id: 'user-7',
    payment_status: 'paid',
  })
  expect(object('customer.subscription.created')).toMatchObject({
    id: subscription,
    customer,
    status: 'active',
    metadata: { user: '7' },
  })
  expect(object('invoice.paid')).toMatchObject({
    customer,
    parent: { subscription_details: { subscription } },
  })
  expect(object('customer.subscription.deleted')).toMatchObject({ status: 'canceled' })
})

it('lists the changed properties only', async () => {
  const { subscription } = await subscribe(sandbox)
  await sandbox.stripe.subscriptions.update(subscription, {})
  await sandbox.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  await expect.poll(() => types().filter((type) => type === 'customer.subscription.updated')).toHaveLength(1)
  expect(sandbox.received.at(-1)!.data).toMatchObject({
    object: { cancel_at_period_end: true },
    previous_attributes: { cancel_at_period_end: false, cancel_at: null },
  })
})

it('signs events: a different secret, body or time is invalid', async () => {
  const came: { body: string; signature: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      came.push({ body, signature: String(request.headers['stripe-signature']) })
      response.end()
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  const other = await startSandbox({ webhookUrl: `http://127.0.0.1:${port}/hook` })
  await other.stripe.customers.create({ email: 'a@example.com' })
  await expect.poll(() => came).toHaveLength(1)
  const { body, signature } = came[0]!
  const verify = (sent: string, secret: string, at?: number) =>
    Stripe.webhooks.constructEvent(sent, signature, secret, 300, undefined, at)
  expect(verify(body, 'whsec_sandbox')).toMatchObject({
    type: 'customer.created',
    object: 'event',
    livemode: false,
  })
  expect(() => verify(body, 'whsec_other')).toThrow(/signature/)
  expect(() => verify(`${body} `, 'whsec_sandbox')).toThrow(/signature/)
  const later = Date.now() + 301_000
  expect(() => verify(body, 'whsec_sandbox', later)).toThrow(/tolerance/)
  await other.app.close()
  server.close()
})

it("signs with the receiver's time, however far the clock was advanced", async () => {
  await subscribe(sandbox)
  await post(sandbox.root, '/clock', { advance: 40 * 86_400 })
  await expect.poll(() => types().filter((type) => type === 'invoice.paid')).toHaveLength(2)
  expect(sandbox.received.at(-1)!.created).toBeGreaterThan(Date.now() / 1000 + 20 * 86_400)
})

it('retries until delivered', async () => {
  // The third attempt is the last one.
  Object.defineProperty(sandbox.receiver, 'status', {
    get: () => (sandbox.received.length < 3 ? 500 : 200),
  })
  await newCustomer('a@example.com')
  await expect
    .poll(() => stateOf('customer.created'))
    .toEqual({ state: 'delivered', attempts: 3, last: 'answered 200' })
  const [event] = await listEvents(sandbox.root)
  expect(event).toMatchObject({ id: sandbox.received[0]!.id, pending_webhooks: 0 })
})

it('gives up after a while and keeps the event visible', async () => {
  sandbox.receiver.status = 302
  await newCustomer('a@example.com')
  await expect
    .poll(() => stateOf('customer.created'))
    .toEqual({ state: 'failed', attempts: 3, last: 'answered 302' })
  expect(await (await fetch(sandbox.root)).text()).toContain('failed')
})

it('advancing the clock retries waiting events', async () => {
  await sandbox.app.close()
  sandbox = await startSandbox({ retryDelaysMs: [3_600_000] })
  sandbox.receiver.status = 500
  await newCustomer('a@example.com')
  await expect.poll(() => stateOf('customer.created')).toMatchObject({ attempts: 1 })
  sandbox.receiver.status = 200
  await post(sandbox.root, '/clock', { advance: 7200 })
  await expect.poll(() => stateOf('customer.created')).toMatchObject({ state: 'delivered' })
})

it('duplicate: sends twice', async () => {
  await ask({ kind: 'duplicate' })
  await newCustomer('a@example.com')
  await newCustomer('b@example.com')
  await expect.poll(emails).toEqual(['a@example.com', 'a@example.com', 'b@example.com'])
})

it('drop: never sends', async () => {
  await ask({ kind: 'drop', match: 'customer.created' })
  await newCustomer('a@example.com')
  await newCustomer('b@example.com')
  await expect.poll(emails).toEqual(['b@example.com'])
  const [, dropped] = await listEvents(sandbox.root)
  expect(dropped).toMatchObject({
    data: { object: { email: 'a@example.com' } },
    delivery: { state: 'dropped', last: 'lost in transit' },
  })
})

it('delay: sends late', async () => {
  await ask({ kind: 'delay', ms: 120 })
  const started = performance.now()
  await newCustomer('a@example.com')
  await expect.poll(emails, { interval: 5 }).toEqual(['a@example.com'])
  expect(performance.now() - started).toBeGreaterThan(110)
})

it('status: a call fails and has no effect', async () => {
  await ask({ kind: 'status', match: 'customers.create', status: 503, times: 2 })
  await expect(newCustomer('a@example.com')).rejects.toMatchObject({
    type: 'StripeAPIError',
    statusCode: 503,
  })
  await listCustomers()
  await ask({ kind: 'status', status: 429 })
  await expect(newCustomer('a@example.com')).rejects.toMatchObject({ statusCode: 503 })
  await expect(newCustomer('a@example.com')).rejects.toMatchObject({ type: 'StripeRateLimitError' })
  expect((await listCustomers()).data).toEqual([])
})

it('lost_response: the call runs without a response, and the same key returns it', async () => {
  await ask({ kind: 'lost_response', match: 'customers.create' })
  const create = () => sandbox.stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'lost' })
  await expect(create()).rejects.toMatchObject({ type: 'StripeConnectionError' })
  const { id } = await create()
  expect((await listCustomers()).data.map((one) => one.id)).toEqual([id])
  await expect.poll(types).toEqual(['customer.created'])
})

it('lists faults, clears them, and rejects unknown ones', async () => {
  await ask({ kind: 'drop', times: 0 })
  const faults = async () => (await fetch(`${sandbox.root}/faults`)).json()
  expect(await faults()).toMatchObject([{ kind: 'drop', match: '*', times: 0 }])
  await fetch(`${sandbox.root}/faults`, { method: 'DELETE' })
  expect(await faults()).toEqual([])
  for (const fault of [
    { kind: 'flood' },
    { kind: 'status', status: 200 },
    { kind: 'delay', ms: -1 },
    { kind: 'drop', times: 0.5 },
    { kind: 'drop', match: 1 },
  ]) {
    expect((await post(sandbox.root, '/faults', fault)).status).toBe(400)
  }
})
