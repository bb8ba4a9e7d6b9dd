import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { DAY } from '../../availability/units.ts'
import { newCustomer } from '../../testing/bookings/customer.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'

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
