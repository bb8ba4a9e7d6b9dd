import { expect, test } from 'vitest'
import { CalendarError } from '../provider.ts'
import { backoffMs } from './backoff.ts'

const unreachable = new CalendarError('unreachable', 'No')

test('doubles with each failure up to ten minutes, and half of it is random', () => {
  expect([1, 2, 3, 9, 10, 200].map((failures) => backoffMs(failures, unreachable, 1))).toEqual([
    2000, 4000, 8000, 512_000, 600_000, 600_000,
  ])
  expect(backoffMs(1, unreachable, 0)).toBe(1000)
})

test('starts longer when the quota is used up', () => {
  expect(backoffMs(1, new CalendarError('rate_limited', 'No'), 1)).toBe(15_000)
})

test('is at least as long as the provider asks, up to an hour', () => {
  const asks = (retryAfterMs: number) => new CalendarError('unreachable', 'No', { retryAfterMs })
  expect(backoffMs(1, asks(90_000), 1)).toBe(90_000)
  expect(backoffMs(1, asks(86_400_000), 1)).toBe(3_600_000)
  expect(backoffMs(3, asks(1), 1)).toBe(8000)
})
