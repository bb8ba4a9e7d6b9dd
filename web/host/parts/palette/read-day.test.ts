import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDate, parseDate } from '../../../../availability/wall-time.ts'
import { readDay } from './read-day.ts'

/** A Tuesday. */
const today = parseDate('2026-11-24')
const read = (text: string) => {
  const day = readDay(text, today)
  return day === null ? null : formatDate(day)
}

test.each([
  ['today', '2026-11-24'],
  [' Tomorrow ', '2026-11-25'],
  ['yesterday', '2026-11-23'],
  ['wed', '2026-11-25'],
  ['Tuesday', '2026-12-01'],
  ['monday', '2026-11-30'],
  ['Nov 26', '2026-11-26'],
  ['26 november', '2026-11-26'],
  ['Oct 1', '2026-10-01'],
  ['Sept 1', '2027-09-01'],
  ['Jan 5', '2027-01-05'],
  ['Mar 3, 2028', '2028-03-03'],
  ['2027-02-28', '2027-02-28'],
  ['Feb 29', null],
  ['2027-02-29', null],
  ['Nov', null],
  ['Nov 31', null],
  ['mo', null],
  ['monkey', null],
  ['marvin 3', null],
  ['', null],
])('%s is %s', (text, day) => expect(read(text)).toBe(day))

test('every date can be typed in full', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), (day) => {
      const long = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
      expect(readDay(formatDate(day), today)).toBe(day)
      expect(readDay(long.format(day * 86_400_000), today)).toBe(day)
    }),
  )
})
