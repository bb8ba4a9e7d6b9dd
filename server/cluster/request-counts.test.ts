import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { linkedSiblings } from '../../testing/server/linked-siblings.ts'
import { requestCounts } from './request-counts.ts'
import { noSiblings, type Siblings } from './siblings.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The counts of a process for two routes. */
function countsOf(siblings: Siblings) {
  const Counts = requestCounts(siblings)
  const store = new Counts({})
  return [0, 1].map(() => {
    const route = store.child({} as never)
    return (address: string) => {
      let counted: { current: number; ttl: number } | undefined
      route.incr(address, (_error, result) => (counted = result), 60_000, 100)
      return counted!
    }
  }) as [Ask, Ask]
}

type Ask = (address: string) => { current: number; ttl: number }

test('counts by route and address, a minute from the first request', () => {
  const [slots, page] = countsOf(noSiblings)
  expect(slots('10.0.0.1')).toEqual({ current: 1, ttl: 60_000 })
  vi.advanceTimersByTime(59_999)
  expect(slots('10.0.0.1')).toEqual({ current: 2, ttl: 1 })
  expect([slots('10.0.0.2').current, page('10.0.0.1').current]).toEqual([1, 1])
  vi.advanceTimersByTime(1)
  expect(slots('10.0.0.1')).toEqual({ current: 1, ttl: 60_000 })
})

test('a clock that is set back doesn’t make the minute longer', () => {
  const [slots] = countsOf(noSiblings)
  expect(slots('10.0.0.1').current).toBe(1)
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(slots('10.0.0.1')).toEqual({ current: 2, ttl: 60_000 })
  vi.advanceTimersByTime(60_000)
  expect(slots('10.0.0.1').current).toBe(1)
})

test('counts what siblings were asked, a fifth of a second later', () => {
  const [first, second, third] = linkedSiblings(3).map(countsOf) as [[Ask, Ask], [Ask, Ask], [Ask, Ask]]
  for (let request = 1; request <= 50; request++) expect(first[0]('10.0.0.1').current).toBe(request)
  expect(second[0]('10.0.0.1').current).toBe(1)
  vi.advanceTimersByTime(200)
  expect([first, second, third].map(([slots]) => slots('10.0.0.1').current)).toEqual([52, 52, 52])
  vi.advanceTimersByTime(200)
  expect([first, second, third].map(([slots]) => slots('10.0.0.1').current)).toEqual([55, 55, 55])
  expect([second[1]('10.0.0.1').current, third[0]('10.0.0.2').current]).toEqual([1, 1])
})
