import { expect, test } from 'vitest'
import { hourName, usedHours, weekdayName, weekdayOrder } from './hours-table.tsx'

const viewer = { locale: 'en-US', timeZone: 'Asia/Kathmandu', hour12: true }
const hoursWith = (...used: [weekday: number, hour: number][]) =>
  Array.from({ length: 7 }, (_, weekday) =>
    Array.from({ length: 24 }, (__, hour) => used.filter(([a, b]) => a === weekday && b === hour).length),
  )

test.each([
  ['en-US', [6, 0, 1, 2, 3, 4, 5]],
  ['de-DE', [0, 1, 2, 3, 4, 5, 6]],
  ['ar-EG', [5, 6, 0, 1, 2, 3, 4]],
])('weekdays are in the order of %s', (locale, order) => {
  expect(weekdayOrder({ ...viewer, locale })).toEqual(order)
})

test('the host’s zone doesn’t change the names of weekdays and hours', () => {
  expect([weekdayName(0, viewer, 'long'), weekdayName(6, viewer, 'short')]).toEqual(['Monday', 'Sun'])
  expect([hourName(0, viewer), hourName(17, { ...viewer, hour12: false })]).toEqual(['12:00 AM', '17:00'])
})

test('the hours reach from the first to the last with bookings', () => {
  expect(usedHours(hoursWith([0, 11], [6, 9]))).toEqual([9, 10, 11])
  expect(usedHours(hoursWith())).toEqual([])
})
