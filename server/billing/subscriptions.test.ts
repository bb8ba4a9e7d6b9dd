import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '../../availability/units.ts'
import { advance, cards, type Customer, newCustomer, stripeFault } from '../../testing/bookings/customer.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, START_OF_TESTS, startTestApp } from '../../testing/server/test-app.ts'

describe('subscriptions', () => {
  const app = setUpApp()
  let payer: Customer
  beforeEach(async () => {
    payer = await newCustomer(app)
  })
  afterEach(() => stripeFault(app, null))

  const iso = (at: number) => new Date(at).toISOString()
  /** What our server has stored from events, without asking the provider. */
  const expectStored = async (what: object) => {
    await expect.poll(() => payer.status()).toMatchObject(what)
  }
  const afterTrial = () => {
    app.clock.now += 6 * DAY
  }

  test('an account is on trial for five days, then inactive, and can buy a plan at any time', async () => {
    expect(await payer.status()).toMatchObject({
      subscriptionStatus: 'trial',
      isActive: true,
      trialEndsOn: iso(app.clock.now + 5 * DAY),
      isBillingAvailable: true,
    })
    afterTrial()
    expect(await payer.status()).toMatchObject({ subscriptionStatus: 'inactive', isActive: false })
    const { url } = await payer.checkout('year')
    const returned = await payer.pay(url)
    expect(returned.status).toBe(303)
    expect(returned.headers.get('location')).toBe(`${app.origin}/subscription/success`)
    await expectStored({
      subscriptionStatus: 'active',
      isActive: true,
      plan: 'individual',
      isPendingCancellation: false,
      intervalPrice: 999,
      currency: 'usd',
      recurringInterval: 'year',
      recurringIntervalCount: 1,
      startDate: iso(app.clock.now),
      trialEndsOn: null,
      note: '',
    })
  })

  test('a subscription bought during the trial pays when the trial ends', async () => {
    await payer.subscribe('month')
    await expectStored({
      subscriptionStatus: 'active',
      trialEndsOn: iso(app.clock.now + 5 * DAY),
      intervalPrice: 99,
    })
    expect((await payer.status()).note).toBe('Your first payment is due when the trial ends.')
    await advance(app, 6)
    await expectStored({ subscriptionStatus: 'active', trialEndsOn: null, note: '' })
  })

  test('a canceled subscription can be reactivated until the billing date', async () => {
    afterTrial()
    await payer.subscribe()
    await expectStored({ subscriptionStatus: 'active' })
    const pending = { subscriptionStatus: 'active', isActive: true, isPendingCancellation: true }
    expect(await payer.cancel()).toMatchObject(pending)
    expect(await payer.cancel()).toMatchObject(pending)
    expect(await payer.revoke()).toMatchObject({ ...pending, isPendingCancellation: false })
    expect(await payer.revoke()).toMatchObject({ ...pending, isPendingCancellation: false })
    const { activities } = await ok(app.origin, 'listActivity', { token: payer.token })
    const kinds = activities.map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['signed_in', 'subscription_canceled', 'subscription_reactivated'])
    const both = await Promise.all([payer.cancel(), payer.cancel()])
    for (const one of both) expect(one).toMatchObject(pending)
    await advance(app, 32)
    await expectStored({
      subscriptionStatus: 'inactive',
      isActive: false,
      plan: null,
      note: 'Your subscription has ended.',
    })
    for (const name of ['cancelSubscription', 'revokeCancellation'] as const) {
      expect(await call(app.origin, name, { token: payer.token })).toMatchObject({
        status: 409,
        code: 'not_subscribed',
      })
    }
    // Former subscribers get no second trial.
    await payer.subscribe()
    await expectStored({ subscriptionStatus: 'active', trialEndsOn: null })
  })

  test('a cancellation on the provider’s own page can be undone here', async () => {
    afterTrial()
    await payer.subscribe()
    await expectStored({ subscriptionStatus: 'active' })
    const portal = await payer.portal()
    const [, subscription = ''] =
      /name="subscription" value="(\w+)"/.exec(await (await fetch(portal)).text()) ?? []
    await payer.send(portal, { action: 'cancel', subscription })
    await expectStored({ isPendingCancellation: true })
    expect(await payer.revoke()).toMatchObject({ subscriptionStatus: 'active', isPendingCancellation: false })
  })

  test('a failed payment is reported, can be recovered, and ends the subscription otherwise', async () => {
    afterTrial()
    await payer.subscribe('month', cards.once)
    await expectStored({ subscriptionStatus: 'active', note: '' })
    await advance(app, 32)
    const failed = 'Your last payment failed. Please check your card.'
    await expectStored({ subscriptionStatus: 'active', isActive: true, note: failed })
    const portal = await payer.portal()
    expect((await fetch(portal)).status).toBe(200)
    await payer.send(portal, { action: 'card', card: cards.good })
    await advance(app, 8)
    await expectStored({ note: '' })

    payer = await newCustomer(app)
    afterTrial()
    await payer.subscribe('month', cards.once)
    await expectStored({ subscriptionStatus: 'active' })
    await advance(app, 32)
    await expectStored({ note: failed })
    await advance(app, 40)
    await expectStored({
      subscriptionStatus: 'inactive',
      isActive: false,
      note: 'Your subscription has ended.',
    })
  })

  test('a declined card buys nothing, and the page stays usable', async () => {
    afterTrial()
    const { url } = await payer.checkout()
    const declined = await payer.pay(url, cards.declined)
    expect(await declined.text()).toContain('declined')
    expect(await payer.status({ forceStripePull: 'true' })).toMatchObject({ subscriptionStatus: 'inactive' })
    await payer.pay(url)
    await expectStored({ subscriptionStatus: 'active' })
  })

  test('a new page expires the previous one, and subscribers get none', async () => {
    afterTrial()
    const [one, other] = await Promise.all([payer.checkout(), payer.checkout('year')])
    const last = await payer.checkout('year')
    for (const { url } of [one, other]) expect((await payer.pay(url)).status).not.toBe(303)
    expect(await payer.status({ forceStripePull: 'true' })).toMatchObject({ subscriptionStatus: 'inactive' })
    await payer.pay(last.url)
    await expectStored({ subscriptionStatus: 'active', recurringInterval: 'year' })
    const body = { plan: 'individual', interval: 'month' }
    expect(await call(app.origin, 'createCheckoutSession', { token: payer.token, body })).toMatchObject({
      status: 409,
      code: 'already_subscribed',
    })
  })

  test('the same key returns the same page', async () => {
    const ask = () =>
      call(app.origin, 'createCheckoutSession', {
        token: payer.token,
        body: { plan: 'individual', interval: 'month' },
        headers: { 'idempotency-key': 'once' },
      })
    const replies = await Promise.all([ask(), ask(), ask()])
    const urls = new Set(replies.map((reply) => (reply.success ? reply.data.session.url : reply.error)))
    expect(urls.size).toBe(1)
    await payer.pay([...urls][0]!)
    await expectStored({ subscriptionStatus: 'active' })
  })

  test('concurrent status requests all get a response', async () => {
    afterTrial()
    await payer.subscribe()
    const query = { forceStripePull: 'true' }
    for (const status of await Promise.all(Array.from({ length: 16 }, () => payer.status(query)))) {
      expect(status).toMatchObject({ subscriptionStatus: 'active' })
    }
  })

  test("rejects plans that aren't available, and callers who can't buy", async () => {
    const buy = (body: object, token?: string) =>
      call(app.origin, 'createCheckoutSession', { body, ...(token && { token }) })
    for (const plan of ['team', 'enterprise']) {
      expect(await buy({ plan, interval: 'month' }, payer.token)).toMatchObject({
        status: 409,
        code: 'plan_unavailable',
        error: 'This plan isn’t available yet.',
      })
    }
    expect(await buy({ plan: 'gold', interval: 'week', intervalCount: 2 }, payer.token)).toMatchObject({
      status: 400,
      fields: {
        plan: 'Choose a plan',
        interval: 'Choose month or year',
        intervalCount: 'intervalCount must be 1',
      },
    })
    for (const name of [
      'getSubscription',
      'cancelSubscription',
      'revokeCancellation',
      'createPortalSession',
    ] as const)
      expect((await call(app.origin, name)).status).toBe(401)
    expect((await buy({ plan: 'individual', interval: 'month' })).status).toBe(401)
    expect(await call(app.origin, 'createPortalSession', { token: payer.token })).toMatchObject({
      status: 409,
      code: 'not_subscribed',
    })
  })

  test('an unreachable provider leaves the stored status readable and changes nothing', async () => {
    afterTrial()
    await payer.subscribe()
    await expectStored({ subscriptionStatus: 'active' })
    await stripeFault(app, { kind: 'status', match: '*', status: 500, times: 0 })
    expect(await payer.status()).toMatchObject({ subscriptionStatus: 'active' })
    const query = { forceStripePull: 'true' }
    const refused = await call(app.origin, 'getSubscription', { token: payer.token, query })
    expect(refused).toMatchObject({ status: 503, code: 'payments_unreachable' })
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await call(app.origin, 'cancelSubscription', { token: payer.token })).toMatchObject({
      status: 503,
    })
    await stripeFault(app, null)
    expect(await payer.status(query)).toMatchObject({ isPendingCancellation: false })
    // The response to the change is lost, and a retry still applies it once.
    await stripeFault(app, { kind: 'lost_response', match: 'subscriptions.update' })
    expect(await payer.cancel()).toMatchObject({ isPendingCancellation: true })
  })
})

describe('subscription enforcement', () => {
  test('an account without a subscription takes no bookings if it is enforced', async () => {
    const app = await startTestApp({ billing: { isEnforced: true } })
    try {
      const payer = await newCustomer(app)
      const event = await call(app.origin, 'createEvent', { token: payer.token, body: { title: 'Talk' } })
      const { id, bookingUrlId } = event.success ? event.data : { id: '', bookingUrlId: '' }
      const startUTC = new Date(START_OF_TESTS + 8 * DAY + 2 * 3_600_000).toISOString()
      const day = startUTC.slice(0, 10)
      const asked = async () => [
        (await call(app.origin, 'getPublicEvent', { params: { bookingUrlId } })).status,
        (
          await call(app.origin, 'listSlots', {
            params: { id },
            query: { dateFrom: day, dateTo: day, timezone: 'UTC' },
          })
        ).status,
        (await fetch(`${app.origin}/book/${bookingUrlId}`)).status,
      ]
      const book = () =>
        call(app.origin, 'createBooking', {
          query: { bookingUrlId },
          body: { fullName: 'Bob', email: 'bob@example.com', startUTC },
        })
      expect(await asked()).toEqual([200, 200, 200])
      app.clock.now += 5 * DAY
      expect(await asked()).toEqual([403, 403, 403])
      expect(await book()).toMatchObject({ status: 403, error: 'This event is not accepting bookings.' })
      await payer.subscribe()
      await expect.poll(asked).toEqual([200, 200, 200])
      expect((await book()).status).toBe(201)
    } finally {
      await app.close()
    }
  })

  test('without billing nothing is enforced', async () => {
    const billing = { payments: null, isEnforced: true }
    const app = await startTestApp({ billing })
    try {
      const { token, status } = await newCustomer(app)
      app.clock.now += 10 * DAY
      expect(await status({ forceStripePull: 'true' })).toMatchObject({
        isBillingAvailable: false,
        isActive: true,
        note: 'Billing isn’t set up on this server, so everything is included.',
      })
      const body = { plan: 'individual', interval: 'month' }
      expect(await call(app.origin, 'createCheckoutSession', { token, body })).toMatchObject({
        status: 409,
        code: 'billing_unavailable',
      })
      const hook = await fetch(`${app.origin}/api/hooks/stripe`, { method: 'POST', body: '{}' })
      expect(hook.status).toBe(404)
    } finally {
      await app.close()
    }
  })
})
