import { expect, it } from 'vitest'
import { shownText } from './shown-text.ts'

it.each([
  [{ page: 1, shown: 0, total: 0 }, '0 bookings'],
  [{ page: 1, shown: 1, total: 1 }, 'Showing 1-1 of 1 bookings'],
  [{ page: 2, shown: 3, total: 13 }, 'Showing 11-13 of 13 bookings'],
  // While the second page loads, the first one is still there.
  [{ page: 2, shown: 10, total: 13 }, 'Showing 11-13 of 13 bookings'],
  [{ page: 9, shown: 10, total: 13 }, 'Loading bookings...'],
  // Until the list shows the last page instead.
  [{ page: 9, shown: 0, total: 13 }, 'Loading bookings...'],
])('%o reads %s', (list, text) => {
  expect(shownText({ pageSize: 10, ...list })).toBe(text)
})
