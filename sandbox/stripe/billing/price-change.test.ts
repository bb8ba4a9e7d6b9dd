import { afterEach, beforeEach, expect, it } from 'vitest'
import { FAILS_LATER, findSubscription, invoicesOf, post, startSandbox, subscribe } from '../test-client.ts'
import type { RunningSandbox } from '../test-client.ts'

const DAY = 86_400
const START = Date.UTC(2026, 3, 1, 9) / 1000

let sandbox: RunningSandbox
beforeEach(async () => {
  sandbox = await startSandbox({ now: () => START * 1000 })
})
afterEach(() => sandbox.app.close())

const find = (id: string) => findSubscription(sandbox, id)
const lastInvoice = async (subscription: string) => (await invoicesOf(sandbox, subscription)).at(-1)!
async function change(id: string, more: object = {}, item: object = {}) {
  const { id: itemId } = (await find(id)).items.data[0]
  return sandbox.stripe.subscriptions.update(id, {
    items: [{ id: itemId, price: 'price_year', ...item }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
    ...more,
  })
}

it('charges the year at once, minus the unused part of the month', async () => {
  const { subscription } = await subscribe(sandbox)
  await post(sandbox.root, '/clock', { advance: 10 * DAY })
  const changed = await change(subscription)
  const [item] = changed.items.data
  expect(item).toMatchObject({ price: { id: 'price_year', recurring: { interval: 'year' } } })
  expect(new Date(item!.current_period_end * 1000).toISOString()).toBe('2027-04-11T09:00:00.000Z')
  expect(await lastInvoice(subscription)).toMatchObject({
    status: 'paid',
    billing_reason: 'subscription_update',
    amount_due: 999 - 66,
  })
  await post(sandbox.root, '/clock', { advance: 365 * DAY })
  expect(await lastInvoice(subscription)).toMatchObject({
    amount_due: 999,
    billing_reason: 'subscription_cycle',
  })
})

it('keeps the trial and charges the year after it', async () => {
  const { subscription } = await subscribe(sandbox, { subscription_data: { trial_period_days: 5 } })
  const { status, trial_end: trialEnd } = await change(subscription)
  expect([status, trialEnd]).toEqual(['trialing', START + 5 * DAY])
  await post(sandbox.root, '/clock', { advance: 6 * DAY })
  expect(await lastInvoice(subscription)).toMatchObject({ amount_due: 999 })
})

it('changes nothing if the card is declined', async () => {
  const { subscription } = await subscribe(sandbox, {}, FAILS_LATER)
  const before = await find(subscription)
  await expect(change(subscription)).rejects.toMatchObject({ type: 'StripeCardError', code: 'card_declined' })
  expect(await find(subscription)).toEqual(before)
})

it('rejects unknown items and prices, and what it does not support', async () => {
  const { subscription } = await subscribe(sandbox)
  await expect(change(subscription, {}, { id: 'si_none' })).rejects.toThrow(
    "No such subscription_item: 'si_none'",
  )
  await expect(change(subscription, {}, { price: 'price_none' })).rejects.toThrow(
    "No such price: 'price_none'",
  )
  await expect(change(subscription, { proration_behavior: 'none' })).rejects.toThrow('only supports')
  await expect(change(subscription, { payment_behavior: 'allow_incomplete' })).rejects.toThrow(
    'only supports',
  )
  await change(subscription)
  await expect(change(subscription, {}, { price: 'price_month' })).rejects.toThrow('from a month to a year')
  await sandbox.stripe.subscriptions.cancel(subscription)
  await expect(change(subscription)).rejects.toThrow('A canceled subscription')
})
