import { beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '../../availability/units.ts'
import { advance, cards, type Customer, newCustomer, stripeFault } from '../../testing/bookings/customer.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok } from '../../testing/server/test-app.ts'

describe('switching to yearly payments', () => {
  const app = setUpApp()
  let payer: Customer
  beforeEach(async () => {
    payer = await newCustomer(app)
  })
  const subscribe = async (card?: string) => {
    await payer.subscribe('month', card)
    await expect.poll(() => payer.status()).toMatchObject({ recurringInterval: 'month' })
  }
  const switchToYearly = () => call(app.origin, 'switchToYearly', { token: payer.token })
  const yearly = { recurringInterval: 'year', intervalPrice: 999 }

  test('starts a paid year at once, and changes nothing when repeated', async () => {
    app.clock.now += 6 * DAY
    await subscribe()
    await stripeFault(app, { kind: 'lost_response', match: 'subscriptions.update' })
    const [one, other] = [await switchToYearly(), await switchToYearly()]
    expect(one).toMatchObject({ status: 200, data: { ...yearly, subscriptionStatus: 'active' } })
    expect(other).toMatchObject({ status: 200, data: one.success ? one.data : {} })
    const { activities } = await ok(app.origin, 'listActivity', { token: payer.token })
    expect(activities.filter(({ kind }) => kind === 'subscription_yearly')).toHaveLength(1)
    expect(Date.parse((await payer.status()).nextBillingDate!) - app.clock.now).toBeGreaterThan(364 * DAY)
  })

  test('keeps the trial', async () => {
    await subscribe()
    const { trialEndsOn } = await payer.status()
    expect(await switchToYearly()).toMatchObject({ data: { ...yearly, trialEndsOn } })
  })

  test('changes nothing if the card is declined or the subscription is ending', async () => {
    expect(await switchToYearly()).toMatchObject({ status: 409, code: 'not_subscribed' })
    app.clock.now += 6 * DAY
    await subscribe(cards.once)
    expect(await switchToYearly()).toMatchObject({ status: 409, code: 'payment_declined' })
    await payer.cancel()
    expect(await switchToYearly()).toMatchObject({ status: 409, code: 'subscription_ending' })
    await payer.revoke()
    await advance(app, 32)
    expect(await switchToYearly()).toMatchObject({ status: 409, code: 'payment_declined' })
    expect(await payer.status()).toMatchObject({ recurringInterval: 'month', isPaymentFailing: true })
    expect((await call(app.origin, 'switchToYearly')).status).toBe(401)
  })
})
