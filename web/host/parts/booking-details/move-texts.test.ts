import { expect, test } from 'vitest'
import { moveTexts } from './move-texts.ts'

test.each([
  [
    'between days alike',
    ['2027-11-08T14:00:00Z', '2027-11-09T14:00:00Z'],
    ['Monday, November 8, 2027, 9:00 AM', 'Tuesday, November 9, 2027, 9:00 AM', 'America/New York (GMT-5)'],
  ],
  [
    'across the night when clocks are set back',
    ['2027-11-05T13:00:00Z', '2027-11-08T14:00:00Z'],
    [
      'Friday, November 5, 2027, 9:00 AM GMT-4',
      'Monday, November 8, 2027, 9:00 AM GMT-5',
      'America/New York',
    ],
  ],
  [
    'to the second of two times that clocks show alike',
    ['2027-11-07T05:00:00Z', '2027-11-07T06:00:00Z'],
    [
      'Sunday, November 7, 2027, 1:00 AM GMT-4',
      'Sunday, November 7, 2027, 1:00 AM GMT-5',
      'America/New York',
    ],
  ],
])('a move %s', (_move, [from, to], texts) => {
  const found = moveTexts(from!, to!, { locale: 'en-US', hour12: true, timeZone: 'America/New_York' })
  expect([found.now, found.newTime, found.zone]).toEqual(texts)
})
