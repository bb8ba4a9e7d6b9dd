import { expect, test } from 'vitest'
import { dateTextOf, shortMomentText, timeRangeText, timeText, zoneText } from './time-text.ts'

const formatted = (locale: string, hour12: boolean | null) => {
  const viewer = { locale, hour12, timeZone: 'Europe/Berlin' }
  return [
    timeText('2027-01-04T03:00:00Z', viewer),
    // The kind of space around the dash depends on the language.
    timeRangeText('2027-01-04T03:00:00Z', '2027-01-04T03:30:00Z', viewer).replaceAll(/\s/g, ' '),
  ]
}

test('a 24-hour day starts at midnight', () => {
  for (const locale of ['en-US', 'en-GB', 'de', 'ja']) {
    expect(timeText('2027-01-04T00:00:00Z', { locale, hour12: false, timeZone: 'UTC' })).toBe('00:00')
  }
})

test('uses the same digits alone and in a range, in every language and clock', () => {
  expect(formatted('en-US', null)).toEqual(['4:00 AM', '4:00 – 4:30 AM'])
  expect(formatted('en-US', false)).toEqual(['04:00', '04:00 – 04:30'])
  expect(formatted('en-GB', null)).toEqual(['04:00', '04:00 – 04:30'])
  expect(formatted('en-GB', true)).toEqual(['4:00 am', '4:00 – 4:30 am'])
  expect(formatted('de-DE', null)).toEqual(['04:00', '04:00 – 04:30'])
  expect(formatted('es', null)).toEqual(['04:00', '04:00 – 04:30'])
})

test('a meeting across midnight includes the day of its end', () => {
  const over = (locale: string, hour12: boolean | null, timeZone = 'America/New_York') =>
    timeRangeText('2026-11-22T04:45:00Z', '2026-11-22T05:00:00Z', { locale, hour12, timeZone })
  expect(over('en-US', null)).toBe('11:45 PM – Sun, Nov 22, 12:00 AM')
  expect(over('en-US', false)).toBe('23:45 – Sun, Nov 22, 00:00')
  expect(over('de-DE', null)).toBe('23:45 – So., 22. Nov., 00:00')
  expect(over('en-US', null, 'UTC').replaceAll(/\s/g, ' ')).toBe('4:45 – 5:00 AM')
})

test('formats each end with its own offset across a clock change', () => {
  const range = (start: string, end: string, timeZone: string, hour12: boolean) =>
    timeRangeText(start, end, { locale: 'en-US', hour12, timeZone }).replaceAll(/\s/g, ' ')
  const back = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', 'America/New_York'] as const
  expect(range(...back, true)).toBe('1:30 AM – 1:30 AM')
  expect(range(...back, false)).toBe('01:30 – 01:30')
  const on = ['2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z', 'America/New_York'] as const
  expect(range(...on, true)).toBe('1:30 – 3:30 AM')
  // The Azores move from one in the morning back to midnight, so these ranges cross it twice, and once at the day's
  // end.
  const twice = ['2026-10-24T23:30:00Z', '2026-10-25T01:15:00Z', 'Atlantic/Azores'] as const
  expect(range(...twice, true)).toBe('11:30 PM – Sun, Oct 25, 12:15 AM')
})

test.each([
  [
    'America/New_York',
    'Tue, Jan 5, 10:00 AM',
    'Tuesday, January 5, 2027',
    '10:00 – 10:30 AM',
    'America/New York (GMT-5)',
  ],
  [
    'Asia/Kathmandu',
    'Tue, Jan 5, 8:45 PM',
    'Tuesday, January 5, 2027',
    '8:45 – 9:15 PM',
    'Asia/Kathmandu (GMT+5:45)',
  ],
  [
    'Pacific/Kiritimati',
    'Wed, Jan 6, 5:00 AM',
    'Wednesday, January 6, 2027',
    '5:00 – 5:30 AM',
    'Pacific/Kiritimati (GMT+14)',
  ],
  ['UTC', 'Tue, Jan 5, 3:00 PM', 'Tuesday, January 5, 2027', '3:00 – 3:30 PM', 'UTC'],
])('formats an instant in %s', (timeZone, short, day, range, zone) => {
  const viewer = { locale: 'en-US', timeZone, hour12: true }
  const start = Date.parse('2027-01-05T15:00:00Z')
  expect([
    shortMomentText(start, viewer),
    dateTextOf(start, viewer),
    timeRangeText(start, start + 30 * 60_000, viewer),
    zoneText(start, viewer),
  ]).toEqual([short, day, range, zone])
})

test("names the offset of the meeting's own day", () => {
  const viewer = { locale: 'en-US', timeZone: 'America/New_York', hour12: true }
  expect(zoneText('2027-07-05T15:00:00Z', viewer)).toBe('America/New York (GMT-4)')
})
