import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDate, parseDate } from '../../../../availability/wall-time.ts'
import { dayText } from '../../../../contract/time/time-text.ts'
import { type NamedDates, readDates } from './dates-text.ts'
import type { DateOrder } from './written-dates.ts'

const TODAY = '2026-11-22'
const viewer = { locale: 'en-US', timeZone: 'UTC', hour12: true }
const line = ({ from, to, name }: NamedDates) =>
  `${from === to ? from : `${from}/${to}`}${name && ` ${name}`}`
const read = (text: string, today = TODAY, order: DateOrder | null = null) => {
  const { dates, past, unknown, question } = readDates(text, today, order)
  return [
    ...dates.map(line),
    ...past.map((each) => `past: ${line(each)}`),
    ...unknown.map((part) => `? ${part}`),
    ...(question && order === null
      ? [`${question.part}: ${line(question.monthFirst)} or ${line(question.dayFirst)}?`]
      : []),
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
    ['Feb 30, 31.4.2027, soon', ['? Feb 30', '? 31.4.2027', '? soon']],
    ['2027-01-02 - 2026-12-24', ['? 2027-01-02 - 2026-12-24']],
    ['', []],
    // A year behind dates is that of all before it.
    ['May 1-5, 2029', ['2029-05-01/2029-05-05']],
    ['May 1 - 5, 2029', ['2029-05-01/2029-05-05']],
    ['Jul 4-8, Aug 1-3, 2028', ['2028-07-04/2028-07-08', '2028-08-01/2028-08-03']],
    ['Aug 1-3, Jul 4-8 2028', ['2028-08-01/2028-08-03', '2028-07-04/2028-07-08']],
    ['Jul 4, 2027, Aug 1, Sep 3, 2028', ['2027-07-04', '2028-08-01', '2028-09-03']],
    ['24 Dec - 2 Jan, 2029', ['2028-12-24/2029-01-02']],
    ['1.5.-5.5., 2029', ['2029-05-01/2029-05-05']],
    ['5/24, 5/26, 2029', ['2029-05-24', '2029-05-26']],
    ['Dec 24 Christmas Eve, 2028', ['2028-12-24 Christmas Eve']],
    ['Jul 4-8, 2028\nAug 1', ['2028-07-04/2028-07-08', '2027-08-01']],
    ['Jul 4, 2028, Aug 1', ['2028-07-04', '2028-08-01']],
    ['Feb 29', ['2028-02-29']],
    ['Feb 29, 2027', ['? Feb 29 2027']],
    ['Feb 28, Feb 29, 2029', ['2029-02-28', '? Feb 29 2029']],
    ['2029', ['? 2029']],
    ['May 1, 2029, 2030', ['2029-05-01', '? 2030']],
    ['2029, May 1', ['2027-05-01', '? 2029']],
    // What is behind a date is its name.
    ['Dec 24 Christmas Eve', ['2026-12-24 Christmas Eve']],
    ['15.03.2027 Dentist', ['2027-03-15 Dentist']],
    ['Dec 24 - Jan 2: Winter break', ['2026-12-24/2027-01-02 Winter break']],
    ['Dec 24 - Christmas Eve', ['2026-12-24 Christmas Eve']],
    ['24.12. (Heiligabend)', ['2026-12-24 Heiligabend']],
    ['2027-05-01\tTag der Arbeit', ['2027-05-01 Tag der Arbeit']],
    ['Thu, Dec 24 Q4 review in Room 5', ['2026-12-24 Q4 review in Room 5']],
    ['Mar 26 Good Friday lunch', ['2027-03-26 Good Friday lunch']],
    ['Dec 24 Christmas Eve\n15.03.2027 Dentist', ['2026-12-24 Christmas Eve', '2027-03-15 Dentist']],
    ...[
      'Dec 24 and 25',
      'Dec 24 and Dec 25',
      'Dec 24 - Jnauary 2',
      'Dec 24 - Feb 30',
      'Dec 24 26',
      'Dec 24 20267',
      '12/24/26',
      'Dec 24 at 10:00',
      'Dec 24 lunch 12:30',
      'Dec 24 closing 5pm',
      'Dec 24 Summit 2027',
      'Dec 24 until further notice',
      '24.12.2026Dentist',
    ].map((text): [string, string[]] => [text, [`? ${text}`]]),
    // A date is said to be past.
    ['Jan 5, 2026, Dec 24', ['2026-12-24', 'past: 2026-01-05']],
    ['2026-11-20/2026-11-22, 2026-11-21', ['2026-11-20/2026-11-22', 'past: 2026-11-21']],
    // One order of day and month for the whole text.
    ['5/6/2027', ['5/6/2027: 2027-05-06 or 2027-06-05?']],
    ['Dec 24, nothing\n5/6/2027', ['2026-12-24', '? nothing', '5/6/2027: 2027-05-06 or 2027-06-05?']],
    ['5/6/2027, 24/6/2027', ['2027-06-05', '2027-06-24']],
    ['5/6/2027, 6/24/2027', ['2027-05-06', '2027-06-24']],
    ['5/6/2027\n24.12.2026', ['2027-06-05', '2026-12-24']],
    ['6/24/2027, 24/6/2027', ['2027-06-24', '? 24/6/2027']],
    ['5/5/2027', ['2027-05-05']],
    ['2026-12-24/2027-01-02, 12/24 - 12/27', ['2026-12-24/2027-01-02', '2026-12-24/2026-12-27']],
  ])('understands %j', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it('reads the whole text in the order that was chosen', () => {
    const text = '5/6/2027 Fair, 7/8/2027 - 9/8/2027'
    expect(read(text, TODAY, 'monthFirst')).toEqual(['2027-05-06 Fair', '2027-07-08/2027-09-08'])
    expect(read(text, TODAY, 'dayFirst')).toEqual(['2027-06-05 Fair', '2027-08-07/2027-08-09'])
    expect(readDates(text, TODAY, 'dayFirst').question).toMatchObject({ part: '5/6/2027 Fair' })
    expect(read('5/24/2027, 5/6/2027', TODAY, 'dayFirst')).toEqual(['2027-05-24', '2027-05-06'])
  })

  it('gives every date of a line the year at its end', () => {
    const written = (['short', 'long'] as const).flatMap((month) =>
      ['en-US', 'en-GB'].map(
        (locale) => (day: number) => dayText(day, { ...viewer, locale }, { month, day: 'numeric' }),
      ),
    )
    const day = fc.integer({ min: 0, max: 364 })
    fc.assert(
      fc.property(
        fc.uniqueArray(day, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 2000, max: 2099 }),
        fc.constantFrom(...written),
        fc.constantFrom(' ', ', '),
        (days, year, write, between) => {
          const first = parseDate(`${year}-01-01`)
          const dates = days.map((one) => first + one)
          const found = readDates(`${dates.map(write).join(', ')}${between}${year}`, TODAY)
          expect([...found.dates, ...found.past].map(({ from }) => from).toSorted()).toEqual(
            dates.map(formatDate).toSorted(),
          )
          expect(found.unknown).toEqual([])
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('takes a range that is still going on for the present one', () => {
    expect(read('Dec 24 - Jan 2', '2027-01-01')).toEqual(['2026-12-24/2027-01-02'])
    expect(read('Dec 24 - Jan 2', '2027-01-03')).toEqual(['2027-12-24/2028-01-02'])
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
      (day) => text(day, { year: 'numeric', month: 'numeric', day: 'numeric' }, 'en-GB'),
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
          const order = write(parseDate('2000-05-06')).startsWith('06/') ? 'dayFirst' : 'monthFirst'
          const found = readDates(typed.join(between), TODAY, order)
          expect(found.unknown).toEqual([])
          expect([...found.dates, ...found.past].map(line).toSorted()).toEqual(
            ranges
              .map(([from, more]) => line({ from: formatDate(from), to: formatDate(from + more), name: '' }))
              .toSorted(),
          )
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
