import { expect, test } from 'vitest'
import { CalendarError } from '../../adapters/calendar-provider.ts'
import { backoffAfter } from './backoff.ts'

const unreachable = new CalendarError('unreachable', 'No')
const both = (ms: number) => ({ callMs: ms, pollMs: ms })

test('doubles with each failure, and half of it is random: up to a minute if somebody asks, up to ten for polling', () => {
  const waits = [1, 2, 3, 9, 10, 200].map((failures) => backoffAfter(failures, unreachable, 1))
  expect(waits.map(({ callMs }) => callMs)).toEqual([2000, 4000, 8000, 60_000, 60_000, 60_000])
  expect(waits.map(({ pollMs }) => pollMs)).toEqual([2000, 4000, 8000, 512_000, 600_000, 600_000])
  expect(backoffAfter(1, unreachable, 0)).toEqual(both(1000))
})

test('starts longer when the quota is used up', () => {
  expect(backoffAfter(1, new CalendarError('rate_limited', 'No'), 1)).toEqual(both(15_000))
})

test('is at least as long as the provider asks, up to an hour', () => {
  const asks = (retryAfterMs: number) => new CalendarError('unreachable', 'No', { retryAfterMs })
  expect(backoffAfter(1, asks(90_000), 1)).toEqual(both(90_000))
  expect(backoffAfter(1, asks(86_400_000), 1)).toEqual(both(3_600_000))
  expect(backoffAfter(3, asks(1), 1)).toEqual(both(8000))
})
