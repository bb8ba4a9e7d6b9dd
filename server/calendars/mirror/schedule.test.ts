import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../availability/units.ts'
import { nextPollAt, notificationDelayMs } from './schedule.ts'

const now = 1_800_000_000_000

test.each([
  ['active', { isActive: true, notifiedUntil: null }, MINUTE],
  ['inactive', { isActive: false, notifiedUntil: null }, 10 * MINUTE],
  ['active, with notifications', { isActive: true, notifiedUntil: now + 24 * HOUR }, 10 * MINUTE],
  ['inactive, with notifications', { isActive: false, notifiedUntil: now + 24 * HOUR }, 6 * HOUR],
  ['whose notifications end soon', { isActive: false, notifiedUntil: now + 2 * HOUR }, 2 * HOUR],
  ['whose notifications have ended', { isActive: true, notifiedUntil: now - 1 }, MINUTE],
])('a calendar that is %s', (_name, use, interval) => {
  expect(nextPollAt({ isUsed: true, ...use }, now, MINUTE)).toBe(now + interval)
  expect(nextPollAt({ isUsed: false, ...use }, now, MINUTE)).toBe(Infinity)
})

test('no calendar is polled more often than configured', () => {
  const notifiedUntil = now + 24 * HOUR
  expect(nextPollAt({ isUsed: true, isActive: true, notifiedUntil }, now, HOUR)).toBe(now + HOUR)
})

test('notifications about inactive calendars cause a sync once an hour', () => {
  expect([notificationDelayMs(true), notificationDelayMs(false)]).toEqual([1000, HOUR])
})
