import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { MINUTE } from '../../availability/units.ts'
import { readHost } from '../hosts/read-host.ts'
import { RETURN_WINDOW_MS } from '../hosts/return-window.ts'
import { newCustomer, stripeFault } from '../../testing/bookings/customer.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../testing/server/test-app.ts'
import { removeClosedAccounts } from '../hosts/remove-closed-accounts.ts'
import { hosts } from '../db/tables/hosts.ts'
import { jobs } from '../db/tables/jobs.ts'
import { subscriptions } from '../db/tables/subscriptions.ts'
import { isLive } from './account-status.ts'
import { endSubscriptionNow } from './end-subscription.ts'

const app = setUpApp({ calendarPollMs: 60_000 })

test('ends what a host pays for at once, also if the first try fails', async () => {
  const customer = await newCustomer(app)
  await customer.subscribe()
  expect((await customer.status({ forceStripePull: 'true' })).plan).toBe('individual')
  await stripeFault(app, { kind: 'status', status: 400, match: 'subscriptions.cancel', times: 1 })
  await expect(endSubscriptionNow(app.deps, customer.hostId)).rejects.toMatchObject({
    code: 'payments_unreachable',
  })
  await endSubscriptionNow(app.deps, customer.hostId)
  expect((await customer.status()).plan).toBeNull()
  // A repeated job finds nothing to end.
  await endSubscriptionNow(app.deps, customer.hostId)
})

test('a host who never paid has nothing to end', async () => {
  const { hostId } = await newCustomer(app)
  await expect(endSubscriptionNow(app.deps, hostId)).resolves.toBeUndefined()
})

type Payer = Awaited<ReturnType<typeof newCustomer>>

const close = ({ token }: Payer) =>
  ok(app.origin, 'deleteAccount', { token, body: { confirmation: 'DELETE' } })
const whereEnd = ({ hostId }: Payer) => and(eq(jobs.hostId, hostId), eq(jobs.kind, 'endSubscription'))
const ends = async (payer: Payer) =>
  (await app.db.select().from(jobs).where(whereEnd(payer))).map(({ state }) => state)
/** At the provider; the customer is known once they had a checkout page. */
async function customerIdOf({ hostId }: Payer): Promise<string> {
  const [row] = await app.db.select().from(subscriptions).where(eq(subscriptions.hostId, hostId))
  return row!.customerId
}
async function isPaying(customer: string): Promise<boolean> {
  const { stripe } = app.deps.billing.payments!
  return (await stripe.subscriptions.list({ customer })).data.some(isLive)
}

/** Runs something while the provider's lists show a status that the sandbox doesn't have. */
async function withStatus(status: Stripe.Subscription.Status, run: () => Promise<void>): Promise<void> {
  const { subscriptions: calls } = app.deps.billing.payments!.stripe
  const list = calls.list.bind(calls)
  calls.list = (async (...parameters) => {
    const page = await list(...parameters)
    return { ...page, data: page.data.map((one) => ({ ...one, status })) }
  }) as typeof list
  try {
    await run()
  } finally {
    calls.list = list
  }
}

test.each([
  ['unpaid', false],
  ['paused', false],
  ['incomplete', false],
  // The provider refuses to cancel one that has ended.
  ['incomplete_expired', true],
] as const)('a closed account’s subscription that is %s goes on: %s', async (status, goesOn) => {
  const payer = await newCustomer(app)
  await payer.subscribe()
  const customer = await customerIdOf(payer)
  await withStatus(status, () => endSubscriptionNow(app.deps, payer.hostId))
  expect(await isPaying(customer)).toBe(goesOn)
})

test.each(['unpaid', 'paused', 'incomplete'] as const)(
  'a subscription that is %s can’t be resumed beside the next one',
  async (status) => {
    const payer = await newCustomer(app)
    await payer.subscribe()
    const customer = await customerIdOf(payer)
    await withStatus(status, async () => {
      await payer.checkout()
    })
    expect(await isPaying(customer)).toBe(false)
  },
)

test('a subscription that is paid while the next page is created goes on', async () => {
  const payer = await newCustomer(app)
  await payer.subscribe()
  const customer = await customerIdOf(payer)
  await expect.poll(async () => (await payer.status()).plan).toBe('individual')
  const { subscriptions: calls } = app.deps.billing.payments!.stripe
  const list = calls.list.bind(calls)
  const whereUnpaid = and(eq(subscriptions.hostId, payer.hostId), eq(subscriptions.status, 'unpaid'))
  await withStatus('unpaid', async () => {
    const unpaid = calls.list
    let isPaid = false
    // It is paid once we have stored that it isn't. A webhook may store at any time that it is.
    calls.list = (async (...parameters) => {
      isPaid ||= (await app.db.$count(subscriptions, whereUnpaid)) > 0
      return isPaid ? list(...parameters) : unpaid(...parameters)
    }) as typeof list
    await expect(payer.checkout()).rejects.toThrow('You already have a subscription.')
  })
  expect(await isPaying(customer)).toBe(true)
})

test('a checkout page that is open when its host closes the account can’t be paid on', async () => {
  const payer = await newCustomer(app)
  const { url } = await payer.checkout()
  const customer = await customerIdOf(payer)
  await close(payer)
  await expect.poll(() => ends(payer)).toEqual(['done'])
  await payer.pay(url)
  expect(await isPaying(customer)).toBe(false)
})

test('nobody gets a checkout page while their account is closing', async () => {
  const payer = await newCustomer(app)
  const { stripe } = app.deps.billing.payments!
  const create = stripe.checkout.sessions.create.bind(stripe.checkout.sessions)
  const pages: string[] = []
  stripe.checkout.sessions.create = async (...parameters) => {
    const page = await create(...parameters)
    pages.push(page.url!)
    await close(payer)
    await expect.poll(() => ends(payer)).toEqual(['done'])
    return page
  }
  try {
    const body = { plan: 'individual', interval: 'month' }
    const reply = await call(app.origin, 'createCheckoutSession', { token: payer.token, body })
    expect(reply).toMatchObject({ status: 403, code: 'invalid_token' })
  } finally {
    stripe.checkout.sessions.create = create
  }
  await payer.pay(pages[0]!)
  expect(await isPaying(await customerIdOf(payer))).toBe(false)
})

test('what couldn’t be ended for a week is still ended, also if its host signs up again', async () => {
  const payer = await newCustomer(app)
  await payer.subscribe()
  const customer = await customerIdOf(payer)
  const { stripe } = app.deps.billing.payments!
  const cancel = stripe.subscriptions.cancel.bind(stripe.subscriptions)
  stripe.subscriptions.cancel = () => Promise.reject(new Error('Nobody answers'))
  const giveUp = () => app.db.update(jobs).set({ state: 'failed', lockedUntil: null }).where(whereEnd(payer))
  try {
    await close(payer)
    const failures = async () =>
      (await app.db.select().from(jobs).where(whereEnd(payer))).map(
        ({ lastError, lockedUntil }) => lastError !== null && lockedUntil === null,
      )
    await expect.poll(failures).toEqual([true])
    await giveUp()
    app.clock.now += RETURN_WINDOW_MS + 1
    await removeClosedAccounts(app.deps)
    expect(await ends(payer)).toEqual(['queued'])
    await giveUp()
    const { email } = await readHost(app.db, payer.hostId)
    const { user } = await signIn(app.origin, email)
    expect(user.id).not.toBe(payer.hostId)
    expect(await ends(payer)).toEqual(['queued'])
    expect(await isPaying(customer)).toBe(true)
  } finally {
    stripe.subscriptions.cancel = cancel
  }
  // A try that was under way when it gave up has its own delay.
  const triedAgain = () => {
    app.clock.now += 10 * MINUTE
    app.deps.wake('jobs')
    return ends(payer)
  }
  await expect.poll(triedAgain).toEqual(['done'])
  expect(await isPaying(customer)).toBe(false)
  await removeClosedAccounts(app.deps)
  expect(await app.db.$count(hosts, eq(hosts.id, payer.hostId))).toBe(0)
})
