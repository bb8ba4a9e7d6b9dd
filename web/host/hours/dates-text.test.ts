import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDate, parseDate } from '../../../availability/wall-time.ts'
import { dayText } from '../../../contract/time-text.ts'
import { type DateOrder, readDates } from './dates-text.ts'

const TODAY = '2026-11-22'
const viewer = { locale: 'en-US', timeZone: 'UTC', hour12: true }
const read = (text: string, today = TODAY, order: DateOrder | null = null) => {
  const { dates, unknown, ambiguous } = readDates(text, today, order)
  return [
    ...dates.map(
      ({ from, to, name }) => `${from === to ? from : `${from}/${to}`}${name === '' ? '' : ` ${name}`}`,
    ),
    ...unknown.map((part) => `? ${part}`),
    ...(ambiguous === null ? [] : [`?? ${ambiguous}`]),
  ]
}

describe('reading pasted dates', () => {
  it.each([
    ['Dec 24 - Jan 2', ['2026-12-24/2027-01-02']],
    ['Dec 24 – Jan 2, 2028', ['2027-12-24/2028-01-02']],
    ['December 24th, 2026 to January 2nd, 2027', ['2026-12-24/2027-01-02']],
    ['24.12.2026', ['2026-12-24']],
    ['24.12.-2.1.', ['2026-12-24/2027-01-02']],
    ['24.-27.12.2026', ['2026-12-24/2026-12-27']],
    ['2026-12-24', ['2026-12-24']],
    ['2026-12-24 - 2027-01-02', ['2026-12-24/2027-01-02']],
    ['2026-12-24/2027-01-02', ['2026-12-24/2027-01-02']],
    ['12/24/2026', ['2026-12-24']],
    ['24/12/2026', ['2026-12-24']],
    ['12/24 - 12/27', ['2026-12-24/2026-12-27']],
    ['Dec 24-27', ['2026-12-24/2026-12-27']],
    ['24-27 Dec 2026', ['2026-12-24/2026-12-27']],
    ['Thu, Dec 24', ['2026-12-24']],
    ['Thursday, December 24, 2026, Fri Dec 25', ['2026-12-24', '2026-12-25']],
    ['Dec 24, Dec 26, 2026-12-31', ['2026-12-24', '2026-12-26', '2026-12-31']],
    ['March 3 through March 14', ['2027-03-03/2027-03-14']],
    ['Nov 21', ['2027-11-21']],
    ['Nov 22', ['2026-11-22']],
    ['May 1\n\nJun 2; 3 July', ['2027-05-01', '2027-06-02', '2027-07-03']],
    ['May 1-5, 2029', ['2029-05-01/2029-05-05']],
    ['May 1 - 5, 2029', ['2029-05-01/2029-05-05']],
    ['Jul 4-8, Aug 1-3, 2028', ['2028-07-04/2028-07-08', '2028-08-01/2028-08-03']],
    ['Jul 4, Dec 24 - Jan 2, 2028\nMay 1', ['2028-07-04', '2027-12-24/2028-01-02', '2027-05-01']],
    ['24.12., 26.12.2028', ['2028-12-24', '2028-12-26']],
    ['Dec 24 Christmas Eve', ['2026-12-24 Christmas Eve']],
    ['15.03.2027 Dentist', ['2027-03-15 Dentist']],
    [
      'Dec 24 - 27: Family, Jan 5 – Good Friday lunch',
      ['2026-12-24/2026-12-27 Family', '2027-01-05 Good Friday lunch'],
    ],
    ['May 1-5, 2029 Away', ['2029-05-01/2029-05-05 Away']],
    ['Dec 24 bis Dec 27, Dec 24 until late', ['? Dec 24 bis Dec 27', '? Dec 24 until late']],
    ['3/4/2027', ['?? 3/4/2027']],
    ['Dec 24, 3/4, 5/5', ['2026-12-24', '?? 3/4']],
    ['5/5/2027', ['2027-05-05']],
    ['3/4/2027, 24/12/2026', ['2027-04-03', '2026-12-24']],
    ['3/4/2027, 12/24/2026', ['2027-03-04', '2026-12-24']],
    ['24/12/2026, 12/26/2026', ['2026-12-26', '? 24/12/2026']],
    ['Feb 30, 31.4.2027, soon', ['? Feb 30', '? 31.4.2027', '? soon']],
    ['2027-01-02 - 2026-12-24', ['? 2027-01-02 - 2026-12-24']],
    ['', []],
  ])('understands %j', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it('takes a range that is still going on for the present one', () => {
    expect(read('Dec 24 - Jan 2', '2027-01-01')).toEqual(['2026-12-24/2027-01-02'])
    expect(read('Dec 24 - Jan 2', '2027-01-03')).toEqual(['2027-12-24/2028-01-02'])
  })

  it('reads dates with slashes in the order that is given, unless they tell it themselves', () => {
    expect(read('3/4/2027 - 5/4/2027', TODAY, 'day')).toEqual(['2027-04-03/2027-04-05'])
    expect(read('3/4/2027', TODAY, 'month')).toEqual(['2027-03-04'])
    expect(read('3/4/2027, 12/24/2026', TODAY, 'day')).toEqual(['2027-03-04', '2026-12-24'])
  })

  it('reads every way to write dates with their years', () => {
    const text = (day: number, options: Intl.DateTimeFormatOptions, locale = 'en-US') =>
      dayText(day, { ...viewer, locale }, options)
    const ways: ((day: number) => string)[] = [
      formatDate,
      (day) => text(day, { year: 'numeric', month: 'short', day: 'numeric' }),
      (day) => text(day, { year: 'numeric', month: 'long', day: 'numeric' }),
      (day) => text(day, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }),
      (day) => text(day, { year: 'numeric', month: 'short', day: 'numeric' }, 'en-GB'),
      (day) => text(day, { year: 'numeric', month: 'numeric', day: 'numeric' }),
      (day) => text(day, { year: 'numeric', month: 'numeric', day: 'numeric' }, 'de'),
    ]
    const day = fc.integer({ min: parseDate('2000-01-01'), max: parseDate('2099-01-01') })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(day, fc.integer({ min: 0, max: 300 })), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...ways),
        fc.constantFrom(' - ', '–', ' to '),
        fc.constantFrom(', ', '\n'),
        (ranges, write, to, between) => {
          const typed = ranges.map(([from, more]) =>
            more === 0 ? write(from) : `${write(from)}${to}${write(from + more)}`,
          )
          expect(readDates(typed.join(between), TODAY, 'month')).toEqual({
            dates: ranges.map(([from, more]) => ({
              from: formatDate(from),
              to: formatDate(from + more),
              name: '',
            })),
            unknown: [],
            ambiguous: null,
          })
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('finds only dates in order, whatever is pasted', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        expect(readDates(text, TODAY).dates.every(({ from, to }) => from <= to)).toBe(true)
      }),
    )
  })
})
