import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cacheStatus, readCachedStatus } from './status-cache.ts'
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

describe('the cached subscription status', () => {
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

  it.each([status, subscribed])('is read back by the session that loaded it', (one) => {
    cacheStatus({ ...kept, status: one })
    expect(readCachedStatus()).toEqual({ ...kept, status: one })
  })

  it('is invisible to another session', () => {
    cacheStatus(kept)
    entries.set('sessionToken', 'another')
    expect(readCachedStatus()).toBeNull()
  })

  it("isn't stored after its session has ended", () => {
    entries.delete('sessionToken')
    cacheStatus(kept)
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
  ])('is empty if storage contains %j', (text) => {
    if (text !== undefined) entries.set('subscriptionStatus', text)
    expect(readCachedStatus()).toBeNull()
  })
})
