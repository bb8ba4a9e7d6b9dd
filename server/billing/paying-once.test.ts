import { beforeEach, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { DAY } from '../../availability/units.ts'
import { type Customer, newCustomer, stripeFault } from '../../testing/bookings/customer.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok } from '../../testing/server/test-app.ts'
import { subscriptions } from '../db/tables/subscriptions.ts'

describe('nobody pays twice', () => {
  const app = setUpApp()
  let payer: Customer
  beforeEach(async () => {
    payer = await newCustomer(app)
    app.clock.now += 6 * DAY
  })

  const begin = () =>
    call(app.origin, 'createCheckoutSession', {
      token: payer.token,
      body: { plan: 'individual', interval: 'month' },
    })
  const ofPayer = () => eq(subscriptions.hostId, payer.hostId)
  const bought = async () => {
    const [row] = await app.db.select().from(subscriptions).where(ofPayer())
    const { stripe } = app.deps.billing.payments!
    return (await stripe.subscriptions.list({ customer: row!.customerId })).data
  }

  test("there is no new page while the previous one can't be expired", async () => {
    const one = await payer.checkout()
    await stripeFault(app, { kind: 'status', match: 'checkout.sessions.expire', status: 500, times: 0 })
    expect(await begin()).toMatchObject({ status: 503, code: 'payments_unreachable' })
    await stripeFault(app, null)
    const other = await payer.checkout()
    expect((await payer.pay(one.url)).status).not.toBe(303)
    expect((await payer.pay(other.url)).status).toBe(303)
    expect(await bought()).toHaveLength(1)
  })

  test('the same key with another plan or interval is a different request', async () => {
    const headers = { 'idempotency-key': 'k'.repeat(255) }
    const page = async (interval: string) => {
      const body = { plan: 'individual', interval }
      return (await ok(app.origin, 'createCheckoutSession', { token: payer.token, body, headers })).session.id
    }
    const month = await page('month')
    expect(await page('month')).toBe(month)
    expect(await page('year')).not.toBe(month)
  })

  test('a reused key returns a page that can be paid, even if its first page has expired', async () => {
    const page = async (interval: string) => {
      const body = { plan: 'individual', interval }
      const headers = { 'idempotency-key': 'again' }
      return (await ok(app.origin, 'createCheckoutSession', { token: payer.token, body, headers })).session
        .url
    }
    const first = await page('month')
    await page('year')
    const second = await page('month')
    expect(second).not.toBe(first)
    expect(await page('month')).toBe(second)
    expect((await payer.pay(second)).status).toBe(303)
    expect(await bought()).toHaveLength(1)
  })

  test('if the previous page is paid while the next is created, the next expires', async () => {
    const one = await payer.checkout()
    await stripeFault(app, { kind: 'latency', match: 'checkout.sessions.create', ms: 400 })
    const other = begin()
    await expect
      .poll(async () => (await (await fetch(`${app.origin}/sandbox/stripe/faults`)).json()) as unknown[])
      .toEqual([])
    await payer.pay(one.url)
    expect(await other).toMatchObject({ status: 409, code: 'already_subscribed' })
    const [row] = await app.db.select().from(subscriptions).where(ofPayer())
    const { stripe } = app.deps.billing.payments!
    expect(row!.checkoutSessionId).not.toBe(one.id)
    expect(await stripe.checkout.sessions.retrieve(row!.checkoutSessionId!)).toMatchObject({
      status: 'expired',
    })
  })

  test('canceling ends all of several subscriptions, and reactivating continues one', async () => {
    await payer.subscribe()
    const [first] = await bought()
    const { stripe } = app.deps.billing.payments!
    const page = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: first!.customer as string,
      line_items: [{ price: first!.items.data[0]!.price.id, quantity: 1 }],
      success_url: app.origin,
    })
    await payer.pay(page.url!)
    const toEnd = async () => (await bought()).map((one) => one.cancel_at_period_end)
    expect(await payer.cancel()).toMatchObject({ isPendingCancellation: true })
    expect(await toEnd()).toEqual([true, true])
    expect(await payer.revoke()).toMatchObject({ isPendingCancellation: false })
    expect((await toEnd()).filter(Boolean)).toHaveLength(1)
    // One of them ended on the provider's own page, and the other continues.
    expect(await payer.status({ forceStripePull: 'true' })).toMatchObject({ isPendingCancellation: false })
    expect(await payer.cancel()).toMatchObject({ isPendingCancellation: true })
    expect(await toEnd()).toEqual([true, true])
  })
})
