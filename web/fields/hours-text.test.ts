import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTime } from '../../availability/wall-time.ts'
import { timeFormats } from '../../contract/time/time-formats.ts'
import { hoursText, readHours, UNREADABLE_HOURS } from './hours-text.ts'

const read = (text: string, timeFormat: '12hour' | '24hour' = '12hour') => {
  const found = readHours(text, timeFormat)
  return Array.isArray(found) ? found.map(({ start, end }) => `${start}-${end}`).join(' ') : found.message
}

/** Ranges of a day in order, which may touch. */
const days = fc
  .uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 0, maxLength: 12 })
  .map((minutes) => minutes.toSorted((a, b) => a - b))
  .map((minutes) =>
    Array.from({ length: Math.floor(minutes.length / 2) }, (_, index) => ({
      start: formatTime(minutes[index * 2]!),
      end: formatTime(minutes[index * 2 + 1]!),
    })),
  )

describe('reading hours', () => {
  it.each([
    ['9-12, 1:30-5pm', '09:00-12:00 13:30-17:00'],
    ['9-5', '09:00-17:00'],
    ['9 to 5pm', '09:00-17:00'],
    ['9am - 12', '09:00-12:00'],
    ['1-5', '13:00-17:00'],
    ['9-12 and 1-5', '09:00-12:00 13:00-17:00'],
    ['8-11, 7-9', '08:00-11:00 19:00-21:00'],
    ['11-1pm', '11:00-13:00'],
    ['10 p.m. – midnight', '22:00-23:59'],
    ['10pm-12', '22:00-23:59'],
    ['noon-1', '12:00-13:00'],
    ['0900-1730', '09:00-17:30'],
    ['Closed', ''],
    ['', ''],
    ['10pm-2am', 'Open from 10 PM to midnight, and midnight to 2 AM the next day?'],
    ['9-12, 10pm-2am', 'Open from 10 PM to midnight, and midnight to 2 AM the next day?'],
    ['10-2am', 'Open from 10 PM to midnight, and midnight to 2 AM the next day?'],
    ['22-2', 'Open from 10 PM to midnight, and midnight to 2 AM the next day?'],
    ['10pm-12:30am', 'Open from 10 PM to midnight, and midnight to 12:30 AM the next day?'],
    ['10pm-2am, 9-12', UNREADABLE_HOURS],
    ['9am-9am', '“9am-9am” starts and ends at the same time.'],
    ['9-12am', '09:00-23:59'],
    ['12am-12am', '00:00-23:59'],
    ['9', UNREADABLE_HOURS],
    ['9-25', UNREADABLE_HOURS],
    ['13pm-14', UNREADABLE_HOURS],
    ['lunch', UNREADABLE_HOURS],
    ['9am-12pm, 11am-1pm', '9 AM–12 PM and 11 AM–1 PM overlap.'],
    ['1pm-3pm, 9am-2pm', '9 AM–2 PM and 1–3 PM overlap.'],
  ])('understands %j on a 12-hour clock', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it.each([
    ['1-5', '01:00-05:00'],
    ['17-20; 9-12', '09:00-12:00 17:00-20:00'],
    ['9-17.30', '09:00-17:30'],
    ['20-24', '20:00-23:59'],
    ['0-24', '00:00-23:59'],
    ['22-2', 'Open from 22:00 to midnight, and midnight to 02:00 the next day?'],
    ['20-10', 'Open from 20:00 to midnight, and midnight to 10:00 the next day?'],
    ['9h30-12h', '09:30-12:00'],
  ])('understands %j on a 24-hour clock', (text, expected) => {
    expect(read(text, '24hour')).toBe(expected)
  })

  it('says what hours after midnight mean', () => {
    expect(readHours('9-12, 22-2', '24hour')).toMatchObject({
      overnight: {
        ranges: [
          { start: '09:00', end: '12:00' },
          { start: '22:00', end: '23:59' },
        ],
        nextDay: { start: '00:00', end: '02:00' },
      },
    })
  })

  it('calls the end of a day midnight', () => {
    const ranges = [{ start: '00:00', end: '23:59' }]
    expect(hoursText(ranges, '12hour')).toBe('12 AM–midnight')
    expect(hoursText(ranges, '24hour')).toBe('00:00–24:00')
  })

  it('rejects more ranges than a day can have', () => {
    const ranges = Array.from(
      { length: 25 },
      (_, index) => `${formatTime(index * 30)}-${formatTime(index * 30 + 10)}`,
    )
    expect(read(ranges.join(', '), '24hour')).toBe('A day can have at most 24 time slots')
  })

  it('reads back what it wrote, in both time formats', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...timeFormats), (ranges, timeFormat) => {
        expect(readHours(hoursText(ranges, timeFormat), timeFormat)).toEqual(ranges)
      }),
      { numRuns: 2_000 },
    )
  })

  it('never fails on what people type', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9apm:,. \-–to]{0,24}$/),
        fc.constantFrom(...timeFormats),
        (text, format) => {
          const found = readHours(text, format)
          if (!Array.isArray(found)) return
          expect(readHours(hoursText(found, format), format)).toEqual(found)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
