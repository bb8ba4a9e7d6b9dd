import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '../../availability/units.ts'
import { type Customer, newCustomer, stripeFault } from '../../testing/bookings/customer.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call } from '../../testing/server/test-app.ts'
import { subscriptions } from '../db/tables/subscriptions.ts'

describe('lost customers', () => {
  const app = setUpApp()
  let payer: Customer
  beforeEach(async () => {
    payer = await newCustomer(app)
    app.clock.now += 6 * DAY
    await payer.subscribe()
    await payer.status({ forceStripePull: 'true' })
  })
  afterEach(() => stripeFault(app, null))

  const ofPayer = () => eq(subscriptions.hostId, payer.hostId)
  const stripe = () => app.deps.billing.payments!.stripe

  test('a customer deleted at the provider loses the subscription and can buy another', async () => {
    const [row] = await app.db.select().from(subscriptions).where(ofPayer())
    await stripe().customers.del(row!.customerId)
    expect(await payer.status({ forceStripePull: 'true' })).toMatchObject({
      subscriptionStatus: 'inactive',
      isPendingCancellation: false,
      note: 'Your subscription has ended.',
    })
    await payer.subscribe('year')
    await expect
      .poll(() => payer.status())
      .toMatchObject({ subscriptionStatus: 'active', recurringInterval: 'year', trialEndsOn: null })
  })

  test('a customer deleted at the provider, whose events were lost, is no subscriber', async () => {
    const [row] = await app.db.select().from(subscriptions).where(ofPayer())
    await stripeFault(app, { kind: 'drop', match: '*', times: 0 })
    await stripe().customers.del(row!.customerId)
    expect((await payer.status()).subscriptionStatus).toBe('active')
    expect(await call(app.origin, 'createPortalSession', { token: payer.token })).toMatchObject({
      status: 409,
      code: 'not_subscribed',
    })
    expect((await payer.status()).subscriptionStatus).toBe('inactive')
  })

  test('a customer lost by us is found before anything is bought twice', async () => {
    await app.db.delete(subscriptions).where(ofPayer())
    app.clock.now += 2 * DAY
    const body = { plan: 'individual', interval: 'month' }
    expect(await call(app.origin, 'createCheckoutSession', { token: payer.token, body })).toMatchObject({
      status: 409,
      code: 'already_subscribed',
    })
    expect(await payer.status()).toMatchObject({ subscriptionStatus: 'active' })
  })
})
