import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../availability/units.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { type Customer, newCustomer, stripeFault } from '../../testing/bookings/customer.ts'
import { subscriptions } from '../db/tables/subscriptions.ts'
import { refreshOverdueSubscriptions } from './refresh-overdue.ts'

describe('lost provider events', () => {
  const app = setUpApp()
  beforeAll(async () => {
    await stripeFault(app, { kind: 'drop', match: '*', times: 0 })
  })

  const newPayer = async () => {
    const payer = await newCustomer(app)
    app.clock.now += 6 * DAY
    return payer
  }
  const row = async ({ hostId }: Customer) =>
    (await app.db.select().from(subscriptions).where(eq(subscriptions.hostId, hostId)))[0]!
  const sweep = () => refreshOverdueSubscriptions(app.deps)

  test('notices a purchase', async () => {
    const payer = await newPayer()
    const { url } = await payer.checkout()
    app.clock.now += 2 * HOUR
    await sweep()
    expect((await row(payer)).checkoutSessionId).not.toBeNull()
    await payer.pay(url)
    await sweep()
    expect(await payer.status()).toMatchObject({ subscriptionStatus: 'inactive' })
    app.clock.now += 2 * HOUR
    await sweep()
    expect(await payer.status()).toMatchObject({ subscriptionStatus: 'active' })
    expect((await row(payer)).checkoutSessionId).toBeNull()
  })

  test('checks an abandoned checkout until it expires', async () => {
    const payer = await newPayer()
    await payer.checkout()
    app.clock.now += 25 * HOUR
    await sweep()
    expect((await row(payer)).checkoutSessionId).toBeNull()
  })

  test('notices the end of a subscription even if another refresh fails', async () => {
    const [one, other] = [await newPayer(), await newPayer()]
    for (const payer of [one, other]) {
      await payer.subscribe()
      await payer.cancel()
    }
    app.clock.now += 40 * DAY
    // The first host's refresh fails, however often the client retries.
    await stripeFault(app, { kind: 'status', match: 'checkout.sessions.retrieve', status: 500, times: 3 })
    await expect(sweep()).rejects.toThrow('can’t reach the payment provider')
    await sweep()
    const ended = (await Promise.all([one, other].map(row))).filter(({ status }) => status === 'canceled')
    expect(ended).toHaveLength(1)
    app.clock.now += 2 * HOUR
    await sweep()
    for (const payer of [one, other]) expect((await row(payer)).status).toBe('canceled')
  })
})
