import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepStatus, readKeptStatus } from './kept-status.ts'
import { statusOf } from './test-status.ts'

const status = statusOf({ subscriptionStatus: 'trial' })
const subscribed = statusOf({
  subscriptionStatus: 'active',
  plan: 'individual',
  intervalPrice: 99,
  currency: 'usd',
  recurringInterval: 'month',
  recurringIntervalCount: 1,
  nextBillingDate: '2027-02-04T13:00:00.000Z',
  startDate: '2027-01-04T13:00:00.000Z',
})
const kept = { sessionToken: 'mine', status }

describe('the status kept in the browser', () => {
  const entries = new Map<string, string>()
  beforeEach(() => {
    entries.clear()
    entries.set('sessionToken', 'mine')
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => entries.set(key, value),
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  it.each([status, subscribed])('is read back by the session that was told it', (one) => {
    keepStatus({ ...kept, status: one })
    expect(readKeptStatus()).toEqual({ ...kept, status: one })
  })

  it('is nothing to another session', () => {
    keepStatus(kept)
    entries.set('sessionToken', 'another')
    expect(readKeptStatus()).toBeNull()
  })

  it('is not kept once the session that asked has ended', () => {
    entries.delete('sessionToken')
    keepStatus(kept)
    expect(entries.has('subscriptionStatus')).toBe(false)
  })

  it.each([
    undefined,
    '',
    'active',
    'null',
    '{}',
    JSON.stringify({ ...kept, sessionToken: undefined }),
    JSON.stringify({ ...kept, status: null }),
    JSON.stringify({ ...kept, status: { ...status, subscriptionStatus: 'paused' } }),
    JSON.stringify({ ...kept, status: { subscriptionStatus: 'active', note: '', isBillingAvailable: true } }),
    JSON.stringify({ ...kept, status: { ...status, plan: 'gold' } }),
    JSON.stringify({ ...kept, status: { ...status, currency: 'dollars' } }),
    JSON.stringify({ ...kept, status: { ...status, nextBillingDate: 'soon' } }),
  ])('is nothing where %j stands', (text) => {
    if (text !== undefined) entries.set('subscriptionStatus', text)
    expect(readKeptStatus()).toBeNull()
  })
})
