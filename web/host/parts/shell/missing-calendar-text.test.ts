import { expect, test } from 'vitest'
import { missingCalendarText } from './missing-calendar-text.ts'

test.each([
  [
    2,
    1,
    '2 events can’t be booked and 1 upcoming booking isn’t in any calendar until you choose another calendar.',
  ],
  [1, 0, '1 event can’t be booked until you choose another calendar.'],
  [0, 3, '3 upcoming bookings aren’t in any calendar until you choose another calendar.'],
])('%i events and %i upcoming bookings', (events, upcomingBookings, text) => {
  expect(missingCalendarText({ events, upcomingBookings })).toBe(text)
})
