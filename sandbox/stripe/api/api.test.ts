import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { GOOD, MONTHLY, startSandbox, stripeClient, subscribe } from '../test-client.ts'
import type { RunningSandbox } from '../test-client.ts'

let sandbox: RunningSandbox
let stripe: Stripe
beforeAll(async () => {
  sandbox = await startSandbox()
  ;({ stripe } = sandbox)
})
afterAll(() => sandbox.app.close())

it('customers are created, retrieved, updated, listed by email and deleted', async () => {
  const made = await stripe.customers.create({
    email: 'grace@example.com',
    metadata: { user: '7', team: 'a' },
  })
  expect(made).toMatchObject({
    object: 'customer',
    email: 'grace@example.com',
    metadata: { user: '7', team: 'a' },
  })
  const changed = await stripe.customers.update(made.id, { name: 'Grace', metadata: { team: '', seat: 1 } })
  expect(changed).toMatchObject({
    name: 'Grace',
    email: 'grace@example.com',
    metadata: { user: '7', seat: '1' },
  })
  expect(changed.metadata).not.toHaveProperty('team')
  expect(await stripe.customers.retrieve(made.id)).toMatchObject({ name: 'Grace' })
  expect((await stripe.customers.list({ email: 'grace@example.com' })).data.map(({ id }) => id)).toEqual([
    made.id,
  ])
  expect((await stripe.customers.list({ email: 'nobody@example.com' })).data).toEqual([])

  const { subscription } = await subscribe(sandbox, { customer: made.id })
  expect(await stripe.customers.del(made.id)).toMatchObject({ id: made.id, deleted: true })
  expect(await stripe.customers.retrieve(made.id)).toMatchObject({ deleted: true })
  expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'canceled' })
  await expect(stripe.customers.update(made.id, { name: 'G' })).rejects.toMatchObject({ statusCode: 404 })
})

it('has the given prices and products', async () => {
  const { data } = await stripe.prices.list()
  expect(data.map(({ id, unit_amount, recurring }) => [id, unit_amount, recurring?.interval])).toEqual([
    ['price_month', 99, 'month'],
    ['price_year', 999, 'year'],
  ])
  const price = await stripe.prices.retrieve('price_year', { expand: ['product'] })
  expect(price).toMatchObject({ currency: 'usd', product: { name: 'Individual' } })
  expect(price.unit_amount_decimal?.toString()).toBe('999')
  const { data: products } = await stripe.products.list()
  expect(await stripe.products.retrieve(products[0]!.id)).toMatchObject({ name: 'Individual', active: true })
})

it('pages through lists, newest first', async () => {
  const ids: string[] = []
  for (let index = 0; index < 5; index++) {
    ids.unshift((await stripe.customers.create({ email: 'many@example.com' })).id)
  }
  const first = await stripe.customers.list({ email: 'many@example.com', limit: 2 })
  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/customers' })
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const all: string[] = []
  for await (const { id } of stripe.customers.list({ email: 'many@example.com', limit: 2 })) all.push(id)
  expect(all).toEqual(ids)
  const back = await stripe.customers.list({ email: 'many@example.com', limit: 2, ending_before: ids[3]! })
  expect(back.data.map(({ id }) => id)).toEqual(ids.slice(1, 3))
})

it("lists a customer's subscriptions by status", async () => {
  const { customer, subscription: gone } = await subscribe(sandbox)
  const { subscription } = await subscribe(sandbox, { customer })
  await stripe.subscriptions.cancel(gone)
  const listed = async (params: Stripe.SubscriptionListParams) =>
    (await stripe.subscriptions.list({ customer, ...params })).data.map(({ id }) => id)
  expect(await listed({})).toEqual([subscription])
  expect(await listed({ status: 'all' })).toEqual([subscription, gone])
  expect(await listed({ status: 'canceled' })).toEqual([gone])
  expect(await listed({ status: 'trialing' })).toEqual([])
  await expect(stripe.subscriptions.cancel(gone)).rejects.toMatchObject({ statusCode: 404 })
  await expect(stripe.subscriptions.update(gone, { cancel_at_period_end: true })).rejects.toThrow(
    /canceled subscription/,
  )
  expect(await stripe.subscriptions.update(gone, { metadata: { why: 'noted' } })).toMatchObject({
    metadata: { why: 'noted' },
  })
})

it('expands the requested ids', async () => {
  const { customer, subscription, session } = await subscribe(sandbox)
  const found = await stripe.subscriptions.retrieve(subscription, {
    expand: ['customer', 'latest_invoice', 'default_payment_method'],
  })
  expect(found).toMatchObject({
    customer: { id: customer, email: 'ada@example.com' },
    latest_invoice: { status: 'paid', amount_paid: 99, billing_reason: 'subscription_create' },
    default_payment_method: { card: { last4: GOOD.slice(-4) } },
  })
  const expanded = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['line_items', 'subscription.customer'],
  })
  expect(expanded).toMatchObject({
    line_items: { data: [{ price: { id: 'price_month' }, quantity: 1, amount_total: 99 }] },
    subscription: { customer: { id: customer } },
  })
  expect((await stripe.checkout.sessions.listLineItems(session.id)).data).toHaveLength(1)
  const { data } = await stripe.subscriptions.list({ customer, expand: ['data.latest_invoice'] })
  expect(data[0]).toMatchObject({ latest_invoice: { object: 'invoice' } })
  await expect(stripe.subscriptions.retrieve(subscription, { expand: ['nonsense'] })).rejects.toThrow(
    /cannot be expanded/,
  )
})

it('cancels a subscription at the end of its period or at a given time, and reactivates it', async () => {
  const { subscription } = await subscribe(sandbox)
  const ending = await stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  const end = ending.items.data[0]!.current_period_end
  expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end })
  expect(ending.cancellation_details?.reason).toBe('cancellation_requested')
  const kept = await stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
  expect(kept).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })

  const at = await stripe.subscriptions.update(subscription, { cancel_at: 'min_period_end' })
  expect(at).toMatchObject({ cancel_at_period_end: false, cancel_at: end })
  // The flag ignores an end at a given time.
  const still = await stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
  expect(still.cancel_at).toBe(end)
  expect(await stripe.subscriptions.update(subscription, { cancel_at: '' })).toMatchObject({
    cancel_at: null,
  })
  const both = stripe.subscriptions.update(subscription, { cancel_at: '', cancel_at_period_end: false })
  await expect(both).rejects.toThrow(/only one/)
})

it('rejects a wrong or missing key', async () => {
  await expect(stripeClient(sandbox.root, 'sk_test_other').customers.list()).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
    message: expect.stringContaining('Invalid API Key provided'),
  })
  const bare = await fetch(`${sandbox.root}/v1/customers`)
  expect(bare.status).toBe(401)
  expect(bare.headers.get('request-id')).toMatch(/^req_/)
  expect(await bare.json()).toMatchObject({
    error: { type: 'invalid_request_error', message: expect.stringContaining('did not provide') },
  })
})

it.each<[string, () => Promise<unknown>, object]>([
  [
    'a customer that is not there',
    () => stripe.customers.retrieve('cus_x'),
    { statusCode: 404, code: 'resource_missing', param: 'id', message: "No such customer: 'cus_x'" },
  ],
  [
    'a customer named in a parameter',
    () => stripe.checkout.sessions.create({ ...MONTHLY, customer: 'cus_x' }),
    { statusCode: 400, code: 'resource_missing', param: 'customer' },
  ],
  [
    'a price that is not sold',
    () => stripe.checkout.sessions.create({ ...MONTHLY, line_items: [{ price: 'price_x', quantity: 1 }] }),
    {
      statusCode: 400,
      code: 'resource_missing',
      param: 'line_items[0][price]',
      message: "No such price: 'price_x'",
    },
  ],
  [
    'no price at all',
    () => stripe.checkout.sessions.create({ ...MONTHLY, line_items: [] }),
    { code: 'parameter_missing', param: 'line_items' },
  ],
  [
    'no success_url',
    () =>
      stripe.checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price: 'price_month', quantity: 1 }],
      }),
    { code: 'parameter_missing', param: 'success_url' },
  ],
  [
    'an address that is none',
    () => stripe.checkout.sessions.create({ ...MONTHLY, cancel_url: '/plans' }),
    { code: 'url_invalid', param: 'cancel_url' },
  ],
  [
    'a customer and an e-mail',
    () => stripe.checkout.sessions.create({ ...MONTHLY, customer: 'cus_x', customer_email: 'a@example.com' }),
    { message: expect.stringContaining('only specify one') },
  ],
  [
    'a trial that ends too soon',
    () =>
      stripe.checkout.sessions.create({
        ...MONTHLY,
        subscription_data: { trial_end: Math.floor(Date.now() / 1000) + 86_400 },
      }),
    { param: 'subscription_data[trial_end]', message: expect.stringContaining('at least 2 days') },
  ],
  [
    'two trials',
    () =>
      stripe.checkout.sessions.create({
        ...MONTHLY,
        subscription_data: { trial_end: 4_000_000_000, trial_period_days: 5 },
      }),
    { message: expect.stringContaining('only specify one') },
  ],
  [
    'a parameter it does not have',
    () => stripe.customers.create({ ['nonsense' as 'name']: 'x' }),
    { code: 'parameter_unknown', param: 'nonsense' },
  ],
  [
    'a number that is none',
    () => stripe.checkout.sessions.create({ ...MONTHLY, subscription_data: { trial_period_days: 1.5 } }),
    { code: 'parameter_invalid_integer', param: 'subscription_data[trial_period_days]' },
  ],
  [
    'a call it does not know',
    () => stripe.coupons.list(),
    { statusCode: 404, message: expect.stringContaining('Unrecognized request URL (GET: /v1/coupons)') },
  ],
])('rejects %s', async (_name, call, error) => {
  await expect(call()).rejects.toMatchObject({ type: 'StripeInvalidRequestError', ...error })
})

it('runs a call with the same key once', async () => {
  const options = { idempotencyKey: 'key-1' }
  const first = await stripe.customers.create({ email: 'once@example.com' }, options)
  const again = await stripe.customers.create({ email: 'once@example.com' }, options)
  expect(again).toEqual(first)
  const { headers } = await fetch(`${sandbox.root}/v1/customers`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_sandbox',
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': 'key-1',
    },
    body: 'email=once%40example.com',
  })
  expect(headers.get('idempotent-replayed')).toBe('true')
  expect(headers.get('original-request')).toBe(first.lastResponse.requestId)
  expect((await stripe.customers.list({ email: 'once@example.com' })).data).toHaveLength(1)
  await expect(stripe.customers.create({ email: 'other@example.com' }, options)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
})

it('a failed call can be fixed under the same key', async () => {
  const options = { idempotencyKey: 'key-2' }
  const wrong = stripe.checkout.sessions.create({ ...MONTHLY, customer: 'cus_x' }, options)
  await expect(wrong).rejects.toMatchObject({ statusCode: 400 })
  expect(await stripe.checkout.sessions.create(MONTHLY, options)).toMatchObject({ status: 'open' })
})
