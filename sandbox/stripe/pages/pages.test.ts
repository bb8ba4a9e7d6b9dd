import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  DECLINED,
  eventTypes,
  FAILS_LATER,
  GOOD,
  openCheckout,
  post,
  postForm,
  startSandbox,
  subscribe,
} from '../test-client.ts'
import type { RunningSandbox } from '../test-client.ts'

const DAY = 86_400

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.app.close())

const pageAt = async (address: string) => (await fetch(address)).text()
const find = (id: string) => sandbox.stripe.subscriptions.retrieve(id)
const retrieve = (id: string) => sandbox.stripe.checkout.sessions.retrieve(id)

describe('checkout', () => {
  it('shows the order without changing anything', async () => {
    const session = await openCheckout(sandbox)
    const before = await eventTypes(sandbox)
    const page = await pageAt(session.url)
    expect(page).toContain('Subscribe to Individual')
    expect(page).toContain('$0.99')
    expect(page).toContain('href="https://app.example/plans"')
    expect(page).not.toContain('<script')
    expect(await retrieve(session.id)).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      subscription: null,
    })
    expect(await eventTypes(sandbox)).toEqual(before)
  })

  it('subscribes once and redirects back', async () => {
    const { url, id, customer } = await openCheckout(sandbox)
    const answer = await postForm(url, { card: GOOD })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `https://app.example/done?session=${id}`,
    ])
    const session = await retrieve(id)
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer,
    })
    const again = await postForm(url, { card: GOOD })
    expect([again.status, again.headers.get('location')]).toEqual([303, answer.headers.get('location')])
    expect(await pageAt(url)).toContain('This checkout is complete')
    expect((await sandbox.stripe.subscriptions.list({ customer })).data).toHaveLength(1)
  })

  it('a declined card buys nothing and allows another attempt', async () => {
    const { url, id } = await openCheckout(sandbox)
    const before = await eventTypes(sandbox)
    const answer = await postForm(url, { card: DECLINED })
    const page = await answer.text()
    expect([answer.status, page]).toEqual([200, expect.stringContaining('Your card was declined.')])
    expect(await eventTypes(sandbox)).toEqual(before)
    expect((await postForm(url, { card: GOOD })).status).toBe(303)
    expect(await retrieve(id)).toMatchObject({ status: 'complete' })
  })

  it.each([
    ['a card', {}, 'Choose a card.'],
    ['a card there is', { card: '1' }, 'No such test card'],
  ])('asks for %s', async (_what, form, complaint) => {
    const { url } = await openCheckout(sandbox)
    const answer = await postForm(url, form)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(complaint)])
  })

  it('starts a free trial with a card', async () => {
    const { url, id } = await openCheckout(sandbox, { subscription_data: { trial_period_days: 5 } })
    const page = await pageAt(url)
    expect(page).toContain('Free trial')
    expect(page).toContain('$0.00')
    await postForm(url, { card: GOOD })
    expect(await retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'no_payment_required' })
  })

  it('sells nothing to a deleted customer', async () => {
    const { url, id, customer } = await openCheckout(sandbox)
    await sandbox.stripe.customers.del(customer)
    expect(await (await postForm(url, { card: GOOD })).text()).toContain('No such customer')
    expect(await retrieve(id)).toMatchObject({ status: 'open', subscription: null })
  })

  it('expires after a day, or on request', async () => {
    const other = await startSandbox()
    const late = await openCheckout(other)
    const ended = await openCheckout(other)
    expect(await other.stripe.checkout.sessions.expire(ended.id)).toMatchObject({
      status: 'expired',
      url: null,
    })
    await expect(other.stripe.checkout.sessions.expire(ended.id)).rejects.toMatchObject({ statusCode: 400 })
    await post(other.root, '/clock', { advance: DAY })
    expect(await other.stripe.checkout.sessions.retrieve(late.id)).toMatchObject({ status: 'expired' })
    expect(await pageAt(late.url)).toContain('This page has expired')
    expect((await postForm(late.url, { card: GOOD })).status).toBe(409)
    expect((await eventTypes(other)).slice(-2)).toEqual([
      'checkout.session.expired',
      'checkout.session.expired',
    ])
    await other.app.close()
  })
})

describe('the billing portal', () => {
  const open = async (customer: string) =>
    (
      await sandbox.stripe.billingPortal.sessions.create({
        customer,
        return_url: 'https://app.example/settings',
      })
    ).url

  it('shows the subscription, cancels it at the period end and undoes that', async () => {
    const { customer, subscription } = await subscribe(sandbox)
    const url = await open(customer)
    const page = await pageAt(url)
    expect(page).toContain('href="https://app.example/settings"')
    expect(page).toContain('Renews on')
    expect((await postForm(url, { action: 'cancel', subscription })).status).toBe(303)
    const ending = await find(subscription)
    expect(ending).toMatchObject({
      cancel_at: ending.items.data[0]!.current_period_end,
      cancel_at_period_end: false,
    })
    expect(await pageAt(url)).toContain('Ends on')
    await postForm(url, { action: 'keep', subscription })
    expect(await find(subscription)).toMatchObject({ cancel_at: null })
  })

  it('changes the card unless it is declined, and names it', async () => {
    const { customer } = await subscribe(sandbox)
    const url = await open(customer)
    expect(await (await postForm(url, { action: 'card', card: DECLINED })).text()).toContain('declined')
    expect(await pageAt(url)).toContain('Card ending in 4242')
    expect((await postForm(url, { action: 'card', card: FAILS_LATER })).status).toBe(303)
    expect(await pageAt(url)).toContain('Card ending in 0341')
  })

  it('belongs to one customer only', async () => {
    const mine = await subscribe(sandbox)
    const theirs = await subscribe(sandbox)
    const url = await open(mine.customer)
    expect(await pageAt(url)).not.toContain(theirs.subscription)
    const refused = await postForm(url, { action: 'cancel', subscription: theirs.subscription })
    expect(await refused.text()).toContain('No such subscription')
    expect(await find(theirs.subscription)).toMatchObject({ cancel_at: null })
  })
})

describe('the overview', () => {
  it('shows customers and events, and its form redirects back', async () => {
    const { customer, subscription } = await subscribe(sandbox)
    const page = await pageAt(sandbox.root)
    expect(page).toContain(customer)
    expect(page).toContain(subscription)
    expect(page).toContain('checkout.session.completed')
    const before = await (await fetch(`${sandbox.root}/clock`)).json()
    const answer = await postForm(`${sandbox.root}/clock`, { by: 'month' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sandbox/stripe'])
    expect((await (await fetch(`${sandbox.root}/clock`)).json()).now).toBeGreaterThan(before.now + 27 * DAY)
  })
})

it.each(['/checkout/cs_x', '/portal/bps_x'])('returns 404 for %s', async (path) => {
  expect((await fetch(sandbox.root + path)).status).toBe(404)
  expect((await postForm(sandbox.root + path, {})).status).toBe(404)
})
