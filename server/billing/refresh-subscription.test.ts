import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { DAY, HOUR } from '../../availability/units.ts'
import { newCustomer, stripeFault } from '../../testing/bookings/customer.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { refreshOverdueSubscriptions } from './refresh-overdue.ts'

const app = setUpApp()

/** Runs something while the provider's lists show what `change` makes of them. */
async function withSubscriptions(
  change: (all: Stripe.Subscription[]) => Stripe.Subscription[],
  run: () => Promise<void>,
): Promise<void> {
  const { subscriptions: calls } = app.deps.billing.payments!.stripe
  const list = calls.list.bind(calls)
  calls.list = (async (...parameters) => {
    const page = await list(...parameters)
    return { ...page, data: change(page.data) }
  }) as typeof list
  try {
    await run()
  } finally {
    calls.list = list
  }
}

test('a former subscriber who leaves the next payment in the middle is still a former subscriber', async () => {
  const payer = await newCustomer(app)
  app.clock.now += 6 * DAY
  await payer.subscribe()
  const change = ([first]: Stripe.Subscription[]): Stripe.Subscription[] => [
    { ...first!, status: 'canceled' },
    { ...first!, id: 'sub_left', status: 'incomplete_expired', created: first!.created + 1 },
  ]
  await withSubscriptions(change, async () => {
    expect(await payer.status({ forceStripePull: 'true' })).toMatchObject({
      subscriptionStatus: 'inactive',
      note: 'Your subscription has ended.',
    })
  })
})

test.each([10, 100])('a subscription that ends %d days from now is said to end then', async (days) => {
  const payer = await newCustomer(app)
  app.clock.now += 6 * DAY
  await payer.subscribe('month')
  const end = app.clock.now + days * DAY
  const change = (all: Stripe.Subscription[]) => all.map((one) => ({ ...one, cancel_at: end / 1000 }))
  await withSubscriptions(change, async () => {
    expect(await payer.status({ forceStripePull: 'true' })).toMatchObject({
      isPendingCancellation: true,
      nextBillingDate: new Date(end).toISOString(),
    })
  })
})

test('a subscription that was to end many periods later, and ended before, has ended even if its events are lost', async () => {
  const payer = await newCustomer(app)
  app.clock.now += 6 * DAY
  await payer.subscribe('month')
  await stripeFault(app, { kind: 'drop', match: '*', times: 0 })
  let id = ''
  const change = (all: Stripe.Subscription[]) => {
    id = all[0]!.id
    return all.map((one) => ({ ...one, cancel_at: (app.clock.now + 300 * DAY) / 1000 }))
  }
  // Which also forgets the page where it was bought.
  app.clock.now += 2 * HOUR
  await withSubscriptions(change, () => refreshOverdueSubscriptions(app.deps))
  expect(await payer.status()).toMatchObject({ isPendingCancellation: true })
  await app.deps.billing.payments!.stripe.subscriptions.cancel(id)
  app.clock.now += 2 * DAY
  await refreshOverdueSubscriptions(app.deps)
  expect(await payer.status()).toMatchObject({ subscriptionStatus: 'inactive' })
  await stripeFault(app, null)
})
