import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY } from '../../availability/units.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import {
  advance,
  type Customer,
  newCustomer,
  stripeEvents,
  stripeFault,
  tell,
} from '../../testing/bookings/customer.ts'
import { stripeEvents as heardEvents, subscriptions } from '../db/tables/subscriptions.ts'

describe('Stripe webhooks', () => {
  const app = setUpApp()

  const row = async ({ hostId }: Customer) =>
    (await app.db.select().from(subscriptions).where(eq(subscriptions.hostId, hostId)))[0]!
  /** Forgets all events received so far. */
  const forget = async ({ hostId }: Customer) => {
    const blank = {
      subscriptionId: null,
      status: null,
      plan: null,
      periodEnd: null,
      cancelAtPeriodEnd: false,
      revision: 0,
    }
    await app.db.update(subscriptions).set(blank).where(eq(subscriptions.hostId, hostId))
    await app.db.delete(heardEvents).where(eq(heardEvents.hostId, hostId))
  }
  /** The events of one customer, once all have arrived. */
  const eventsOf = async (payer: Customer) => {
    await expect
      .poll(async () => (await stripeEvents(app)).filter(({ delivery }) => delivery.state === 'pending'))
      .toEqual([])
    const { customerId } = await row(payer)
    return (await stripeEvents(app)).filter(({ data }) => {
      const { id, customer } = data.object as { id?: string; customer?: string }
      return id === customerId || customer === customerId
    })
  }

  test('rejects forged, stale and missing signatures with 400', async () => {
    const payer = await newCustomer(app)
    app.clock.now += 6 * DAY
    await payer.subscribe()
    await expect.poll(() => payer.status()).toMatchObject({ subscriptionStatus: 'active' })
    const event = (await eventsOf(payer)).at(-1)!
    await forget(payer)
    expect(await tell(app, event, { secret: 'whsec_forged' })).toBe(400)
    expect(await tell(app, event, { at: app.clock.now - 301_000 })).toBe(400)
    const unsigned = await fetch(`${app.origin}/api/hooks/stripe`, {
      method: 'POST',
      body: JSON.stringify(event),
    })
    expect(unsigned.status).toBe(400)
    expect(await unsigned.json()).toMatchObject({ success: false, code: 'invalid_signature' })
    expect(await payer.status()).toMatchObject({ subscriptionStatus: 'inactive' })
    expect(await tell(app, event, { at: app.clock.now - 299_000 })).toBe(200)
    expect(await payer.status()).toMatchObject({ subscriptionStatus: 'active' })
  })

  test('handles a repeated event once and ignores unknown customers', async () => {
    const payer = await newCustomer(app)
    await payer.subscribe()
    await expect.poll(async () => (await row(payer)).status).toBe('trialing')
    const event = (await eventsOf(payer))[0]!
    await forget(payer)
    expect(await tell(app, event)).toBe(200)
    const { revision } = await row(payer)
    expect(revision).toBe(1)
    expect(await tell(app, event)).toBe(200)
    expect((await row(payer)).revision).toBe(1)
    const foreign = {
      ...event,
      id: 'evt_x',
      data: { object: { object: 'invoice', customer: 'cus_of_others' } },
    }
    expect(await tell(app, foreign)).toBe(200)
    expect(await tell(app, { ...event, id: 'evt_y', data: { object: { object: 'balance' } } })).toBe(200)
    for (const nothing of [null, {}, { id: 'evt_z', data: null }]) expect(await tell(app, nothing)).toBe(200)
  })

  test('a failed event is handled when it is sent again', async () => {
    const payer = await newCustomer(app)
    await payer.subscribe()
    await expect.poll(async () => (await row(payer)).status).toBe('trialing')
    const event = (await eventsOf(payer)).at(-1)!
    await forget(payer)
    await stripeFault(app, { kind: 'status', match: 'subscriptions.list', status: 500, times: 0 })
    expect(await tell(app, event)).toBe(503)
    await stripeFault(app, null)
    expect((await row(payer)).status).toBeNull()
    expect(await tell(app, event)).toBe(200)
    expect((await row(payer)).status).toBe('trialing')
  })

  test('repeated, late and unordered events lead to the same state', async () => {
    const payer = await newCustomer(app)
    app.clock.now += 6 * DAY
    await payer.subscribe()
    await payer.cancel()
    await payer.revoke()
    await advance(app, 70)
    await payer.cancel()
    const expected = await payer.status({ forceStripePull: 'true' })
    expect(expected).toMatchObject({ subscriptionStatus: 'active', isPendingCancellation: true })
    const events = await eventsOf(payer)
    expect(events.length).toBeGreaterThan(5)
    const order = fc
      .shuffledSubarray(events, { minLength: 1 })
      .chain((some) => fc.shuffledSubarray([...some, ...some], { minLength: some.length }))
    await fc.assert(
      fc.asyncProperty(order, fc.boolean(), async (some, atOnce) => {
        await forget(payer)
        if (atOnce) {
          const replies = await Promise.all(some.map((event) => tell(app, event)))
          expect(new Set(replies)).toEqual(new Set([200]))
        } else for (const event of some) expect(await tell(app, event)).toBe(200)
        expect(await payer.status()).toEqual(expected)
      }),
      { numRuns: 15 },
    )
  })
})
