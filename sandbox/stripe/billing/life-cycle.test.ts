import type { Invoice } from '../objects.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  changeCard,
  eventTypes,
  FAILS_LATER,
  findSubscription,
  GOOD,
  invoicesOf,
  listEvents,
  post,
  postForm,
  startSandbox,
  subscribe,
} from '../test-client.ts'
import type { RunningSandbox } from '../test-client.ts'

const DAY = 86_400
/** A Saturday, the last day of its month. */
const START = Date.UTC(2026, 0, 31, 9) / 1000
const RETURN_URL = 'https://app.example/settings'

let sandbox: RunningSandbox
beforeEach(async () => {
  sandbox = await startSandbox({ now: () => START * 1000 })
})
afterEach(() => sandbox.app.close())

const advance = (seconds: number) => post(sandbox.root, '/clock', { advance: seconds })
const moveTo = (iso: string) => post(sandbox.root, '/clock', { now: Date.parse(iso) / 1000 })
const find = (id: string) => findSubscription(sandbox, id)
const invoices = (subscription: string) => invoicesOf(sandbox, subscription)
const endOf = async (id: string) =>
  new Date((await find(id)).items.data[0].current_period_end * 1000).toISOString()

describe('a subscription', () => {
  it('renews every month, on the last day of short months', async () => {
    const { subscription } = await subscribe(sandbox)
    expect(await endOf(subscription)).toBe('2026-02-28T09:00:00.000Z')
    await moveTo('2026-02-28T09:00:00Z')
    expect(await endOf(subscription)).toBe('2026-03-31T09:00:00.000Z')
    await moveTo('2026-05-30T00:00:00Z')
    expect(await endOf(subscription)).toBe('2026-05-31T09:00:00.000Z')
    const billed = await invoices(subscription)
    expect(
      billed.map(({ status, billing_reason, amount_due, created }) => [
        status,
        billing_reason,
        amount_due,
        new Date(created * 1000).toISOString().slice(0, 10),
      ]),
    ).toEqual([
      ['paid', 'subscription_create', 99, '2026-01-31'],
      ['paid', 'subscription_cycle', 99, '2026-02-28'],
      ['paid', 'subscription_cycle', 99, '2026-03-31'],
      ['paid', 'subscription_cycle', 99, '2026-04-30'],
    ])
    expect(await find(subscription)).toMatchObject({ status: 'active', latest_invoice: billed.at(-1)!.id })
  })

  it('renews every year', async () => {
    const { subscription } = await subscribe(sandbox, { line_items: [{ price: 'price_year', quantity: 1 }] })
    expect(await endOf(subscription)).toBe('2027-01-31T09:00:00.000Z')
    await advance(400 * DAY)
    expect((await invoices(subscription)).map(({ amount_due }) => amount_due)).toEqual([999, 999])
  })

  it('ends with the period it was canceled for, without another invoice', async () => {
    const { subscription } = await subscribe(sandbox)
    await sandbox.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
    await moveTo('2026-02-28T08:59:59Z')
    expect(await find(subscription)).toMatchObject({ status: 'active', ended_at: null })
    await moveTo('2026-02-28T09:00:00Z')
    expect(await find(subscription)).toMatchObject({
      status: 'canceled',
      ended_at: Date.UTC(2026, 1, 28, 9) / 1000,
    })
    await advance(90 * DAY)
    expect(await invoices(subscription)).toHaveLength(1)
    expect((await eventTypes(sandbox)).at(-1)).toBe('customer.subscription.deleted')
  })

  it('ends immediately', async () => {
    const { subscription } = await subscribe(sandbox)
    expect(await sandbox.stripe.subscriptions.cancel(subscription)).toMatchObject({
      status: 'canceled',
      ended_at: START,
    })
    await advance(60 * DAY)
    expect(await invoices(subscription)).toHaveLength(1)
  })
})

describe('a failed payment', () => {
  let subscription: string
  let customer: string
  beforeEach(async () => {
    ;({ subscription, customer } = await subscribe(sandbox, {}, FAILS_LATER))
    await moveTo('2026-02-28T09:00:00Z')
  })

  it('leaves the subscription past due and is retried', async () => {
    expect(await find(subscription)).toMatchObject({ status: 'past_due' })
    const open = (await invoices(subscription)).at(-1)!
    expect(open).toMatchObject({
      status: 'open',
      attempt_count: 1,
      amount_due: 99,
      next_payment_attempt: Date.UTC(2026, 2, 3, 9) / 1000,
    })
    expect((await eventTypes(sandbox)).slice(-2)).toEqual([
      'invoice.payment_failed',
      'customer.subscription.updated',
    ])
  })

  it('ends the subscription after three more attempts', async () => {
    const before = (await eventTypes(sandbox)).length
    await advance(14 * DAY)
    expect(await find(subscription)).toMatchObject({ status: 'past_due' })
    await advance(DAY)
    const ended = await find(subscription)
    expect(ended).toMatchObject({ status: 'canceled', ended_at: Date.UTC(2026, 2, 15, 9) / 1000 })
    expect(await eventTypes(sandbox, before)).toEqual([
      'invoice.payment_failed',
      'invoice.payment_failed',
      'invoice.payment_failed',
      'customer.subscription.deleted',
    ])
    await advance(60 * DAY)
    expect(await invoices(subscription)).toHaveLength(2)
  })

  it('is recovered by a working card at the next attempt', async () => {
    await changeCard(sandbox, customer, GOOD)
    expect(await find(subscription)).toMatchObject({ status: 'past_due' })
    await advance(3 * DAY)
    expect(await find(subscription)).toMatchObject({ status: 'active' })
    expect((await invoices(subscription)).map(({ status }) => status)).toEqual(['paid', 'paid'])
  })

  it('is recovered by hand once there is a working card', async () => {
    const open = (await invoices(subscription)).at(-1)!
    const { url } = await sandbox.stripe.billingPortal.sessions.create({ customer, return_url: RETURN_URL })
    const pay = () => postForm(url, { action: 'pay', invoice: open.id })
    const refused = await pay()
    expect([refused.status, await refused.text()]).toEqual([
      200,
      expect.stringContaining('Choose a different card first'),
    ])
    expect((await invoices(subscription)).at(-1)).toEqual(open)
    await changeCard(sandbox, customer, GOOD)
    expect((await pay()).status).toBe(303)
    expect((await invoices(subscription)).at(-1)).toMatchObject({ status: 'paid' })
    expect(await find(subscription)).toMatchObject({ status: 'active' })
    expect(await (await pay()).text()).toContain('No such invoice')
  })
})

describe('a trial', () => {
  it('is free, and then renews with payments', async () => {
    const { subscription } = await subscribe(sandbox, { subscription_data: { trial_period_days: 5 } })
    expect(await find(subscription)).toMatchObject({
      status: 'trialing',
      trial_end: START + 5 * DAY,
    })
    expect(await invoices(subscription)).toMatchObject([{ status: 'paid', amount_due: 0 }])
    const before = (await eventTypes(sandbox)).length
    await advance(5 * DAY)
    expect(await find(subscription)).toMatchObject({
      status: 'active',
      billing_cycle_anchor: START + 5 * DAY,
    })
    expect(await endOf(subscription)).toBe('2026-03-05T09:00:00.000Z')
    expect((await invoices(subscription)).at(-1)).toMatchObject({
      status: 'paid',
      amount_due: 99,
      billing_reason: 'subscription_cycle',
    })
    expect(await eventTypes(sandbox, before)).toEqual([
      'invoice.created',
      'customer.subscription.updated',
      'invoice.paid',
    ])
  })

  it('with a failing card: becomes past due', async () => {
    const { subscription } = await subscribe(
      sandbox,
      { subscription_data: { trial_period_days: 5 } },
      FAILS_LATER,
    )
    await advance(5 * DAY)
    expect(await find(subscription)).toMatchObject({ status: 'past_due' })
  })

  it('canceled during the trial: ends with it, unpaid', async () => {
    const { subscription } = await subscribe(sandbox, { subscription_data: { trial_period_days: 5 } })
    await sandbox.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
    await advance(5 * DAY)
    expect(await find(subscription)).toMatchObject({ status: 'canceled', ended_at: START + 5 * DAY })
    expect(await invoices(subscription)).toHaveLength(1)
  })
})

it('due events of several customers happen in order', async () => {
  const first = await subscribe(sandbox)
  await advance(10 * DAY)
  const second = await subscribe(sandbox, { subscription_data: { trial_period_days: 7 } })
  const before = (await eventTypes(sandbox)).length
  await advance(40 * DAY)
  const events = (await listEvents(sandbox.root)).toReversed().slice(before)
  const moments = events.map(({ created }) => created)
  expect(moments).toEqual(moments.toSorted((a, b) => a - b))
  const renewed = events
    .filter(({ type }) => type === 'invoice.paid')
    .map(({ data }) => (data.object as Invoice).customer)
  expect(renewed).toEqual([second.customer, first.customer, second.customer])
})

it("the clock returns its time and doesn't go back", async () => {
  const read = async () => (await fetch(`${sandbox.root}/clock`)).json()
  expect(await read()).toEqual({ now: START, iso: '2026-01-31T09:00:00.000Z' })
  await moveTo('2026-03-01T00:00:00Z')
  expect(await read()).toMatchObject({ iso: '2026-03-01T00:00:00.000Z' })
  expect((await sandbox.stripe.customers.create({ email: 'a@example.com' })).created).toBe(
    Date.UTC(2026, 2, 1) / 1000,
  )
  for (const body of [{ now: START }, { advance: -1 }, { advance: 1.5 }, { advance: 1e12 }, {}]) {
    expect((await post(sandbox.root, '/clock', body)).status).toBe(400)
  }
})

it('due events also happen as real time passes', async () => {
  let now = START * 1000
  const other = await startSandbox({ now: () => now })
  const { subscription } = await subscribe(other)
  now = Date.UTC(2026, 2, 1)
  expect((await findSubscription(other, subscription)).items.data[0].current_period_end).toBe(
    Date.UTC(2026, 2, 31, 9) / 1000,
  )
  await other.app.close()
})
