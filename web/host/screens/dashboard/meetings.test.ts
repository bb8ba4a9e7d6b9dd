import { expect, test } from 'vitest'
import { countdownText, meetingsAt } from './meetings.ts'

const start = Date.parse('2027-03-14T13:00:00Z')
const end = Date.parse('2027-03-14T13:30:00Z')

test.each([
  ['2027-03-14T12:59:30Z', 'Starts in 1 minute'],
  ['2027-03-14T12:48:00Z', 'Starts in 12 minutes'],
  ['2027-03-14T12:00:00Z', 'Starts in 1 hour'],
  ['2027-03-14T09:40:00Z', 'Starts in 3 hours 20 minutes'],
  // 23:30 on the day before, in New York.
  ['2027-03-14T04:30:00Z', 'Starts in 8 hours 30 minutes'],
  ['2027-03-14T00:00:00Z', 'Tomorrow'],
  ['2027-03-12T23:00:00Z', 'In 2 days'],
  ['2027-03-14T13:00:00Z', 'Now, ends in 30 minutes'],
  ['2027-03-14T13:29:01Z', 'Now, ends in 1 minute'],
  ['2027-03-14T13:30:00Z', 'Ended'],
])('at %s: %s', (now, text) => {
  expect(countdownText({ start, end, now: Date.parse(now) }, { timeZone: 'America/New_York' })).toBe(text)
})

test('the day is the one of the host’s zone', () => {
  const now = Date.parse('2027-03-13T14:30:00Z')
  expect(countdownText({ start, end, now }, { timeZone: 'UTC' })).toBe('Tomorrow')
  // It is 23:30 in Tokyo on the 13th, and the meeting starts at 22:00 on the 14th.
  expect(countdownText({ start, end, now }, { timeZone: 'Asia/Tokyo' })).toBe('Tomorrow')
  expect(countdownText({ start, end, now: now + 1_800_000 }, { timeZone: 'Asia/Tokyo' })).toBe(
    'Starts in 22 hours',
  )
})

test('the next meeting is the first that hasn’t ended, and today is the host’s', () => {
  const at = (id: string, startUtc: string, endUtc: string) => ({ id, startUtc, endUtc })
  const bookings = [
    at('ended', '2027-03-14T12:00:00Z', '2027-03-14T13:00:00Z'),
    at('running', '2027-03-14T12:30:00Z', '2027-03-14T13:30:00Z'),
    at('evening', '2027-03-14T23:00:00Z', '2027-03-14T23:30:00Z'),
    at('night', '2027-03-15T03:59:00Z', '2027-03-15T05:00:00Z'),
    at('midnight', '2027-03-15T04:00:00Z', '2027-03-15T05:00:00Z'),
  ]
  const idsAt = (timeZone: string) => {
    const { next, laterToday } = meetingsAt(bookings, Date.parse('2027-03-14T13:00:00Z'), { timeZone })
    return [next?.id, ...laterToday.map(({ id }) => id)]
  }
  expect(idsAt('America/New_York')).toEqual(['running', 'evening', 'night'])
  expect(idsAt('UTC')).toEqual(['running', 'evening'])
  expect(idsAt('Asia/Tokyo')).toEqual(['running'])
  expect(meetingsAt(bookings, Date.parse('2027-04-01T00:00:00Z'), { timeZone: 'UTC' }).next).toBeUndefined()
})
