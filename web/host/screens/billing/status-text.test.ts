import { describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '../../../../availability/units.ts'
import {
  canSwitchToYearly,
  cancellationText,
  daysLeft,
  intentOf,
  recurringPrice,
  stateOf,
} from './status-text.ts'
import { statusOf } from './test-status.ts'

const NOW = Date.parse('2027-01-04T13:00:00Z')
const before = (ms: number) => new Date(NOW - ms).toISOString()
const after = (ms: number) => before(-ms)
const active = statusOf({ subscriptionStatus: 'active', isActive: true, plan: 'individual' })

describe('the message after paying', () => {
  it.each([
    ['just now', before(0), 'success'],
    ['in a moment, by a clock that is ahead', after(MINUTE), 'success'],
    ['500 minutes ago', before(500 * MINUTE), 'success'],
    ['a millisecond longer ago', before(500 * MINUTE + 1), 'info'],
    ['at a moment nobody knows', null, 'info'],
  ] as const)('for a subscription started %s', (_when, startDate, intent) => {
    expect(intentOf({ ...active, startDate }, NOW)).toBe(intent)
    expect(intentOf({ ...active, startDate, isPendingCancellation: true }, NOW)).toBe(intent)
    expect(intentOf({ ...active, startDate, subscriptionStatus: 'trial' }, NOW)).toBe('warning')
    expect(intentOf({ ...active, startDate, subscriptionStatus: 'inactive' }, NOW)).toBe('warning')
  })
})

it.each([
  [statusOf({}), 'Inactive'],
  [statusOf({ subscriptionStatus: 'trial', isActive: true }), 'Trial'],
  [active, 'Active'],
  [{ ...active, isPendingCancellation: true }, 'Pending Cancellation'],
])('formats %j as %s', (status, text) => {
  expect(stateOf(status).text).toBe(text)
})

it('highlights a failed payment', () => {
  expect(stateOf(active).tone).toBe('success')
  expect(stateOf({ ...active, isPaymentFailing: true }).tone).toBe('danger')
})

it.each([
  [5 * DAY + MINUTE, '5 days left'],
  [5 * DAY, '5 days left'],
  [4 * DAY + 2 * MINUTE, '5 days left'],
  [DAY, '1 day left'],
  [1, '1 day left'],
  [0, '0 days left'],
  [-DAY, '0 days left'],
])('with %i ms left in the trial shows %s', (left, text) => {
  expect(daysLeft(after(left), NOW)).toBe(text)
})

it('formats the price in its currency and interval', () => {
  const monthly = { intervalPrice: 99, currency: 'usd', recurringInterval: 'month' } as const
  expect(recurringPrice({ ...active, ...monthly, recurringIntervalCount: 1 }, 'en-US')).toBe('$0.99/month')
  expect(recurringPrice({ ...active, ...monthly, recurringIntervalCount: 3 }, 'en-US')).toBe(
    '$0.99 every 3 months',
  )
  expect(recurringPrice({ ...active, ...monthly, currency: 'eur' }, 'en-US')).toBe('€0.99/month')
  expect(recurringPrice(statusOf({}), 'en-US')).toBeNull()
})

it('promises access after canceling only for what is paid or free', () => {
  const until = 'Feb 4, 2027'
  expect(cancellationText(active, until)).toMatch(/^You’ll keep full access until Feb 4, 2027, and/)
  expect(cancellationText({ ...active, trialEndsOn: after(DAY) }, until)).toMatch(
    /^Your free trial continues/,
  )
  expect(cancellationText({ ...active, isPaymentFailing: true }, until)).toContain('otherwise')
})

it('switches only a monthly subscription in good order to yearly payments', () => {
  const monthly = { ...active, recurringInterval: 'month' } as const
  expect(canSwitchToYearly(monthly)).toBe(true)
  for (const more of [
    { recurringInterval: 'year' },
    { isPaymentFailing: true },
    { isPendingCancellation: true },
    { subscriptionStatus: 'trial' },
  ] as const) {
    expect(canSwitchToYearly({ ...monthly, ...more })).toBe(false)
  }
})
