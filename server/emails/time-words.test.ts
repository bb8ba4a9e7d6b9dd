import { expect, test } from 'vitest'
import { longDay, shortTime, timeRange, wallWords, zoneWords } from './time-words.ts'

const at = (start: string, minutes: number, timeZone: string, hour12 = true) => ({
  startAt: Date.parse(start),
  endAt: Date.parse(start) + minutes * 60_000,
  timeZone,
  hour12,
})

test.each([
  [
    'America/New_York',
    'Tue Jan 5, 10:00 AM',
    'Tuesday, January 5, 2027',
    '10:00 – 10:30 AM',
    'America/New York (GMT-5)',
  ],
  [
    'Asia/Kathmandu',
    'Tue Jan 5, 8:45 PM',
    'Tuesday, January 5, 2027',
    '8:45 – 9:15 PM',
    'Asia/Kathmandu (GMT+5:45)',
  ],
  [
    'Pacific/Kiritimati',
    'Wed Jan 6, 5:00 AM',
    'Wednesday, January 6, 2027',
    '5:00 – 5:30 AM',
    'Pacific/Kiritimati (GMT+14)',
  ],
  ['UTC', 'Tue Jan 5, 3:00 PM', 'Tuesday, January 5, 2027', '3:00 – 3:30 PM', 'UTC'],
])('formats a time in %s', (zone, short, day, range, name) => {
  const time = at('2027-01-05T15:00:00Z', 30, zone)
  expect([shortTime(time), longDay(time), timeRange(time), zoneWords(time)]).toEqual([
    short,
    day,
    range,
    name,
  ])
})

test('uses the offset on the meeting’s own day', () => {
  expect(zoneWords(at('2027-07-05T15:00:00Z', 30, 'America/New_York'))).toBe('America/New York (GMT-4)')
})

test('formats meetings across noon and midnight, and on a 24-hour clock', () => {
  expect(timeRange(at('2027-01-05T11:30:00Z', 60, 'UTC'))).toBe('11:30 AM – 12:30 PM')
  expect(timeRange(at('2027-01-05T23:30:00Z', 60, 'UTC'))).toBe('11:30 PM – Wed Jan 6, 12:30 AM')
  expect(timeRange(at('2027-01-05T00:00:00Z', 60, 'UTC', false))).toBe('00:00 – 01:00')
})

test.each([
  ['date', '2026-03-29', 'Sunday, March 29, 2026', 'Sunday, March 29, 2026'],
  // Much of Europe skips this hour, but no zone affects it.
  ['datetime', '2026-03-29T02:30', 'Sunday, March 29, 2026, 2:30 AM', 'Sunday, March 29, 2026, 02:30'],
  ['time', '23:59', '11:59 PM', '23:59'],
  ['date', 'soon', 'soon', 'soon'],
  ['number', '2026', '2026', '2026'],
])('formats an answer to a %s, %s', (type, answer, words12, words24) => {
  expect(wallWords(type, answer, true)).toBe(words12)
  expect(wallWords(type, answer, false)).toBe(words24)
})
