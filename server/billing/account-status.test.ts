import { expect, test } from 'vitest'
import { DAY } from '../../availability/units.ts'
import { accountStatus, type SubscriptionRow } from './account-status.ts'

const createdAt = Date.parse('2027-01-04T13:00:00Z')
const now = createdAt + DAY

const subscription: SubscriptionRow = {
  hostId: '',
  customerId: 'cus_1',
  revision: 1,
  checkoutSessionId: null,
  subscriptionId: 'sub_1',
  status: 'active',
  plan: 'individual',
  billingInterval: 'year',
  intervalCount: 1,
  amount: 999,
  currency: 'usd',
  startedAt: now,
  periodEnd: now + 365 * DAY,
  trialEnd: null,
  endedAt: null,
  cancelAtPeriodEnd: false,
  updatedAt: now,
}
const statusOf = (changes: Partial<SubscriptionRow> | null, at = now, isBillingAvailable = true) =>
  accountStatus(
    { createdAt, subscription: changes && { ...subscription, ...changes } },
    { isBillingAvailable, now: at },
  )

test('a new account has a trial of exactly five days', () => {
  const trialEndsOn = '2027-01-09T13:00:00.000Z'
  const trial = {
    subscriptionStatus: 'trial',
    isActive: true,
    trialEndsOn,
    plan: null,
    startDate: null,
    note: '',
  }
  expect(statusOf(null, createdAt)).toMatchObject(trial)
  expect(statusOf(null, createdAt + 5 * DAY - 1)).toMatchObject(trial)
  expect(statusOf(null, createdAt + 5 * DAY)).toMatchObject({
    subscriptionStatus: 'inactive',
    isActive: false,
    trialEndsOn,
    note: 'Your free trial has ended.',
  })
})

test('opening the payment page changes nothing', () => {
  const looked = { subscriptionId: null, status: null, plan: null, amount: null }
  expect(statusOf(looked)).toMatchObject({ subscriptionStatus: 'trial', isActive: true })
  expect(statusOf(looked, createdAt + 6 * DAY)).toMatchObject({
    subscriptionStatus: 'inactive',
    note: 'Your free trial has ended.',
  })
})

test('a subscription reports its plan, price and next billing date', () => {
  expect(statusOf({})).toEqual({
    subscriptionStatus: 'active',
    isActive: true,
    plan: 'individual',
    isPendingCancellation: false,
    isPaymentFailing: false,
    intervalPrice: 999,
    currency: 'usd',
    recurringInterval: 'year',
    recurringIntervalCount: 1,
    nextBillingDate: '2028-01-05T13:00:00.000Z',
    trialEndsOn: null,
    startDate: '2027-01-05T13:00:00.000Z',
    note: '',
    isBillingAvailable: true,
  })
})

test('a subscription bought during the trial is active and pays when the trial ends', () => {
  expect(statusOf({ status: 'trialing', trialEnd: now + DAY, periodEnd: now + DAY })).toMatchObject({
    subscriptionStatus: 'active',
    trialEndsOn: '2027-01-06T13:00:00.000Z',
    nextBillingDate: '2027-01-06T13:00:00.000Z',
    note: 'Your first payment is due when the trial ends.',
  })
})

test('a canceled subscription stays active until its period ends', () => {
  expect(statusOf({ cancelAtPeriodEnd: true })).toMatchObject({
    subscriptionStatus: 'active',
    isActive: true,
    isPendingCancellation: true,
  })
  expect(statusOf({ status: 'canceled', cancelAtPeriodEnd: true }, createdAt + 40 * DAY)).toMatchObject({
    subscriptionStatus: 'inactive',
    isActive: false,
    isPendingCancellation: false,
    plan: null,
    nextBillingDate: null,
    startDate: null,
    note: 'Your subscription has ended.',
  })
})

test('a failed payment is reported, and access continues while it is retried', () => {
  expect(statusOf({ status: 'past_due' }, createdAt + 40 * DAY)).toMatchObject({
    subscriptionStatus: 'active',
    isActive: true,
    isPaymentFailing: true,
    note: 'Your last payment failed. Please check your card.',
  })
})

test.each(['unpaid', 'incomplete', 'incomplete_expired', 'paused'])('%s is not subscribed', (status) => {
  expect(statusOf({ status }, createdAt + 40 * DAY)).toMatchObject({
    subscriptionStatus: 'inactive',
    isActive: false,
  })
})

test.each(['incomplete', 'incomplete_expired'])(
  'a first payment that was left in the middle ends no subscription: %s',
  (status) => {
    expect(statusOf({ status }, createdAt + 40 * DAY).note).toBe('Your free trial has ended.')
  },
)

test('without billing everything is included', () => {
  expect(statusOf(null, createdAt + 40 * DAY, false)).toMatchObject({
    isBillingAvailable: false,
    isActive: true,
    plan: null,
    note: 'Billing isn’t set up on this server, so everything is included.',
  })
})
