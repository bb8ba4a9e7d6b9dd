import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  DECLINED,
  eventTypes,
  FAILS_LATER,
  GOOD,
  listEvents,
  MONTHLY,
  post,
  postForm,
  startSandbox,
  subscribe,
} from '../test-client.ts'
import type { RunningSandbox } from '../test-client.ts'
import { idOf } from '../store.ts'

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
  it('shows what is bought, and changes nothing by being looked at', async () => {
    const session = await sandbox.stripe.checkout.sessions.create(MONTHLY)
    const before = await eventTypes(sandbox)
    const page = await pageAt(session.url!)
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

  it('subscribes and leads back, once', async () => {
    const { url, id } = await sandbox.stripe.checkout.sessions.create(MONTHLY)
    const answer = await postForm(url!, { email: 'new@example.com', card: GOOD })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `https://app.example/done?session=${id}`,
    ])
    const session = await retrieve(id)
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer_details: { email: 'new@example.com' },
    })
    const again = await postForm(url!, { email: 'new@example.com', card: GOOD })
    expect([again.status, again.headers.get('location')]).toEqual([303, answer.headers.get('location')])
    expect(await pageAt(url!)).toContain('This checkout is complete')
    expect((await sandbox.stripe.subscriptions.list({ customer: idOf(session.customer) })).data).toHaveLength(
      1,
    )
  })

  it('a declined card: nothing is bought, and another may be tried', async () => {
    const { url, id } = await sandbox.stripe.checkout.sessions.create(MONTHLY)
    const before = await eventTypes(sandbox)
    const answer = await postForm(url!, { email: 'poor@example.com', card: DECLINED })
    const page = await answer.text()
    expect([answer.status, page]).toEqual([200, expect.stringContaining('Your card was declined.')])
    expect(page).toContain('value="poor@example.com"')
    expect(await eventTypes(sandbox)).toEqual(before)
    expect((await postForm(url!, { email: 'poor@example.com', card: GOOD })).status).toBe(303)
    expect(await retrieve(id)).toMatchObject({ status: 'complete' })
  })

  it.each([
    ['a card', { email: 'a@example.com' }, 'Choose a card.'],
    ['an e-mail address', { card: GOOD }, 'Enter an email address.'],
    ['a card there is', { email: 'a@example.com', card: '1' }, 'No such test card'],
  ])('asks for %s', async (_what, form, complaint) => {
    const { url } = await sandbox.stripe.checkout.sessions.create(MONTHLY)
    const answer = await postForm(url!, form)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(complaint)])
  })

  it('a trial without a card asks for none', async () => {
    const { url, id } = await sandbox.stripe.checkout.sessions.create({
      ...MONTHLY,
      customer_email: 'try@example.com',
      payment_method_collection: 'if_required',
      subscription_data: { trial_period_days: 5 },
    })
    const page = await pageAt(url!)
    expect(page).toContain('Free trial')
    expect(page).toContain('value="try@example.com"')
    expect(page).not.toContain('name="card"')
    await postForm(url!, { email: 'try@example.com' })
    expect(await retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'no_payment_required' })
  })

  it('expires after a day, or when asked to', async () => {
    const other = await startSandbox()
    const late = await other.stripe.checkout.sessions.create(MONTHLY)
    const ended = await other.stripe.checkout.sessions.create(MONTHLY)
    expect(await other.stripe.checkout.sessions.expire(ended.id)).toMatchObject({
      status: 'expired',
      url: null,
    })
    await expect(other.stripe.checkout.sessions.expire(ended.id)).rejects.toMatchObject({ statusCode: 400 })
    await post(other.root, '/clock', { advance: DAY })
    expect(await other.stripe.checkout.sessions.retrieve(late.id)).toMatchObject({ status: 'expired' })
    expect(await pageAt(late.url!)).toContain('This page has expired')
    expect((await postForm(late.url!, { email: 'a@example.com', card: GOOD })).status).toBe(409)
    expect(await eventTypes(other)).toEqual(['checkout.session.expired', 'checkout.session.expired'])
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

  it('shows the subscription, cancels it with its period, and takes that back', async () => {
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
    expect(await find(subscription)).toMatchObject({ cancel_at: null, canceled_at: null })
  })

  it('pays an open invoice, once there is a card that works', async () => {
    const other = await startSandbox()
    const { customer, subscription } = await subscribe(other, {}, FAILS_LATER)
    await post(other.root, '/clock', { advance: 32 * DAY })
    const { url } = await other.stripe.billingPortal.sessions.create({ customer })
    const [invoice] = (await other.stripe.invoices.list({ customer, status: 'open' })).data
    const refused = await postForm(url, { action: 'pay', invoice: invoice!.id })
    expect([refused.status, await refused.text()]).toEqual([
      200,
      expect.stringContaining('Choose a different card first'),
    ])
    expect(await (await postForm(url, { action: 'card', card: DECLINED })).text()).toContain('declined')
    expect((await postForm(url, { action: 'card', card: GOOD })).status).toBe(303)
    expect((await postForm(url, { action: 'pay', invoice: invoice!.id })).status).toBe(303)
    expect(await other.stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'active' })
    await other.app.close()
  })

  it('is of one customer only', async () => {
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
  it('shows customers and events; its forms lead back to it', async () => {
    const { customer, subscription } = await subscribe(sandbox)
    const page = await pageAt(sandbox.root)
    expect(page).toContain(customer)
    expect(page).toContain(subscription)
    expect(page).toContain('checkout.session.completed')
    const forms: [string, Record<string, string>][] = [
      ['/clock', { by: 'month' }],
      [`/customers/${customer}/card`, { card: FAILS_LATER }],
      [`/events/${(await listEvents(sandbox.root))[0]!.id}/resend`, {}],
    ]
    const before = await (await fetch(`${sandbox.root}/clock`)).json()
    for (const [path, form] of forms) {
      const answer = await postForm(`${sandbox.root}${path}`, form)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sandbox/stripe'])
    }
    expect((await (await fetch(`${sandbox.root}/clock`)).json()).now).toBeGreaterThan(before.now + 27 * DAY)
  })
})

it.each(['/checkout/cs_x', '/portal/bps_x'])('there is no %s', async (path) => {
  expect((await fetch(sandbox.root + path)).status).toBe(404)
  expect((await postForm(sandbox.root + path, {})).status).toBe(404)
})
