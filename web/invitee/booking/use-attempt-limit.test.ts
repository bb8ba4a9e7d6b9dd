import { afterEach, expect, test, vi } from 'vitest'
import { HOUR } from '../../../availability/units.ts'
import { readAttempts } from './use-attempt-limit.ts'

const NOW = Date.parse('2027-01-04T13:00:00Z')

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['this hour', { count: 98, lastReset: NOW - HOUR + 1 }, { count: 98, lastReset: NOW - HOUR + 1 }],
  ['more than there are', { count: 105, lastReset: NOW }, { count: 100, lastReset: NOW }],
  ['less than none', { count: -3, lastReset: NOW }, { count: 0, lastReset: NOW }],
  ['the hour before', { count: 100, lastReset: NOW - HOUR }, { count: 0, lastReset: NOW }],
  ['with a wrong clock', { count: 100, lastReset: NOW + 24 * HOUR }, { count: 0, lastReset: NOW }],
  ['by something else', { count: 'many' }, { count: 0, lastReset: NOW }],
])('attempts counted %s', (_when, kept, expected) => {
  vi.useFakeTimers({ now: NOW })
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(kept) })
  expect(readAttempts('attempts')).toEqual(expected)
})
