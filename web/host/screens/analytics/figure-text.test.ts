import { expect, test } from 'vitest'
import { daysText, eventText, leadGroupText, leadText, percentOf, shareText } from './figure-text.ts'

const viewer = { locale: 'en-US', timeZone: 'Asia/Kathmandu', hour12: true }

test.each([
  ['2027-01-04', '2027-01-10', 'Jan 4 – Jan 10, 2027'],
  ['2026-12-28', '2027-01-03', 'Dec 28, 2026 – Jan 3, 2027'],
  ['2027-01-04', '2027-01-04', 'Jan 4, 2027'],
])('%s to %s is %s', (dateFrom, dateTo, text) => {
  expect(daysText({ dateFrom, dateTo }, viewer)).toBe(text)
})

test.each([
  [null, '–'],
  [0, 'Same day'],
  [0.5, '0.5 days'],
  [1, '1 day'],
  [2.5, '2.5 days'],
])('a lead time of %j days is %s', (days, text) => {
  expect(leadText(days, viewer)).toBe(text)
})

test.each([
  [0, 0, 'Same day'],
  [1, 1, '1 day'],
  [4, 7, '4–7 days'],
  [15, null, '15 or more days'],
])('the group from %j to %j is %s', (minDays, maxDays, text) => {
  expect(leadGroupText({ minDays, maxDays })).toBe(text)
})

test('shares are rounded, and there are none of nothing', () => {
  expect([shareText(1, 8, viewer), percentOf(1, 8)]).toEqual(['13%', 12.5])
  expect([shareText(0, 0, viewer), percentOf(0, 0)]).toEqual(['–', null])
})

test('says which events were deleted', () => {
  const event = { id: 'a', title: 'Review', isDeleted: true, bookings: 1, canceled: 0 }
  expect(eventText(event)).toBe('Review (deleted)')
  expect(eventText({ ...event, isDeleted: false })).toBe('Review')
  expect(eventText({ ...event, id: null, title: '' })).toBe('Deleted events')
})
