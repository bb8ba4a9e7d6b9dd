import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MONTHLY, openCheckout, postForm, startSandbox, stripeClient, subscribe } from '../test-client.ts'
import type { RunningSandbox } from '../test-client.ts'

let sandbox: RunningSandbox
let stripe: Stripe
beforeAll(async () => {
  sandbox = await startSandbox()
  ;({ stripe } = sandbox)
})
afterAll(() => sandbox.app.close())

it('customers are created, retrieved, listed by email and deleted', async () => {
  const metadata = { user: '7', team: 'a' }
  const made = await stripe.customers.create({ email: 'grace@example.com', name: 'Grace', metadata })
  expect(made).toMatchObject({ object: 'customer', email: 'grace@example.com', name: 'Grace', metadata })
  expect(await stripe.customers.retrieve(made.id)).toMatchObject({ name: 'Grace' })
  expect((await stripe.customers.list({ email: 'grace@example.com' })).data.map(({ id }) => id)).toEqual([
    made.id,
  ])
  expect((await stripe.customers.list({ email: 'nobody@example.com' })).data).toEqual([])

  const { subscription } = await subscribe(sandbox, { customer: made.id })
  expect(await stripe.customers.del(made.id)).toMatchObject({ id: made.id, deleted: true })
  expect(await stripe.customers.retrieve(made.id)).toMatchObject({ deleted: true })
  expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'canceled' })
  await expect(stripe.customers.del(made.id)).rejects.toMatchObject({ statusCode: 404 })
  await expect(stripe.subscriptions.list({ customer: made.id })).rejects.toMatchObject({
    code: 'resource_missing',
  })
})

it('has the given prices', async () => {
  expect(await stripe.prices.retrieve('price_year')).toMatchObject({
    active: true,
    currency: 'usd',
    unit_amount: 999,
    recurring: { interval: 'year', interval_count: 1 },
  })
})

it("lists a customer's subscriptions, newest first", async () => {
  const { customer, subscription: gone } = await subscribe(sandbox)
  const { subscription } = await subscribe(sandbox, { customer })
  await stripe.subscriptions.cancel(gone)
  const listed = async (params: Stripe.SubscriptionListParams) =>
    (await stripe.subscriptions.list({ customer, ...params })).data.map(({ id }) => id)
  expect(await listed({})).toEqual([subscription])
  expect(await listed({ status: 'all' })).toEqual([subscription, gone])
  expect(await stripe.subscriptions.list({ customer, status: 'all', limit: 1 })).toMatchObject({
    data: [{ id: subscription }],
    has_more: true,
  })
  await expect(stripe.subscriptions.cancel(gone)).rejects.toMatchObject({ statusCode: 404 })
  await expect(stripe.subscriptions.update(gone, { cancel_at_period_end: true })).rejects.toThrow(
    /canceled subscription/,
  )
})

it('cancels a subscription at the end of its period, and reactivates it', async () => {
  const { customer, subscription } = await subscribe(sandbox)
  const ending = await stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  const end = ending.items.data[0]!.current_period_end
  expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end })
  const kept = await stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
  expect(kept).toMatchObject({ cancel_at_period_end: false, cancel_at: null })

  const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: 'https://app.example' })
  await postForm(url, { action: 'cancel', subscription })
  // The flag ignores an end at a given time.
  const still = await stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
  expect(still).toMatchObject({ cancel_at: end, cancel_at_period_end: false })
  const cleared = await stripe.subscriptions.update(subscription, { cancel_at: '' })
  expect(cleared.cancel_at).toBeNull()
  const both = stripe.subscriptions.update(subscription, { cancel_at: '', cancel_at_period_end: false })
  await expect(both).rejects.toThrow(/only one/)
})

it('rejects a wrong or missing key', async () => {
  await expect(
    stripeClient(sandbox.root, 'sk_test_other').customers.list({ email: 'a@b.example' }),
  ).rejects.toMatchObject({
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
    () => openCheckout(sandbox, { line_items: [{ price: 'price_x', quantity: 1 }] }),
    {
      statusCode: 400,
      code: 'resource_missing',
      param: 'line_items[0][price]',
      message: "No such price: 'price_x'",
    },
  ],
  [
    'no price at all',
    () => openCheckout(sandbox, { line_items: [] }),
    { code: 'parameter_missing', param: 'line_items' },
  ],
  [
    'no success_url',
    () => openCheckout(sandbox, { success_url: undefined }),
    { code: 'parameter_missing', param: 'success_url' },
  ],
  [
    'an address that is none',
    () => openCheckout(sandbox, { cancel_url: '/plans' }),
    { code: 'url_invalid', param: 'cancel_url' },
  ],
  [
    'two prices',
    () =>
      openCheckout(sandbox, {
        line_items: [
          { price: 'price_month', quantity: 1 },
          { price: 'price_year', quantity: 1 },
        ],
      }),
    { param: 'line_items' },
  ],
  [
    'several of a price',
    () => openCheckout(sandbox, { line_items: [{ price: 'price_month', quantity: 2 }] }),
    { param: 'line_items' },
  ],
  [
    'a trial without a card',
    () => openCheckout(sandbox, { payment_method_collection: 'if_required' }),
    { param: 'payment_method_collection' },
  ],
  [
    'subscriptions of one status',
    async () => {
      const { customer } = await subscribe(sandbox)
      return stripe.subscriptions.list({ customer, status: 'past_due' })
    },
    { param: 'status' },
  ],
  [
    'an end at a given time',
    async () => {
      const { subscription } = await subscribe(sandbox)
      return stripe.subscriptions.update(subscription, { cancel_at: 4_000_000_000 })
    },
    { param: 'cancel_at' },
  ],
  [
    'a parameter it does not have',
    () => stripe.customers.create({ email: 'a@example.com', ['nonsense' as 'name']: 'x' }),
    { code: 'parameter_unknown', param: 'nonsense' },
  ],
  [
    'a number that is none',
    () => openCheckout(sandbox, { subscription_data: { trial_period_days: 1.5 } }),
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
  const { id: customer } = await stripe.customers.create({ email: 'a@example.com' })
  expect(await stripe.checkout.sessions.create({ ...MONTHLY, customer }, options)).toMatchObject({
    status: 'open',
  })
})
