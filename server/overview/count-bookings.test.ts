import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE } from '../../availability/units.ts'
import { dayOf, formatDate, parseDate, startOfDay } from '../../availability/wall-time.ts'
import { zoneTable } from '../../contract/time/time-zones.ts'
import { countBookings, type CountedBooking } from './count-bookings.ts'

const booking = (start: string, created: string, more: Partial<CountedBooking> = {}): CountedBooking => {
  const startAt = Date.parse(start)
  return {
    eventId: 'intro',
    status: 'confirmed',
    startAt,
    endAt: startAt + 30 * MINUTE,
    createdAt: Date.parse(created),
    ...more,
  }
}

/** The figures in New York, with weeks from Monday. */
const count = (rows: CountedBooking[], dateFrom: string, dateTo: string, more = {}) =>
  countBookings(rows, {
    first: parseDate(dateFrom),
    last: parseDate(dateTo),
    weekStart: 1,
    table: zoneTable('America/New_York'),
    ...more,
  })

describe('weeks', () => {
  test.each([
    ['Monday', 1, ['2027-01-06 2027-01-10', '2027-01-11 2027-01-17', '2027-01-18 2027-01-19']],
    ['Sunday', 7, ['2027-01-06 2027-01-09', '2027-01-10 2027-01-16', '2027-01-17 2027-01-19']],
    ['Saturday', 6, ['2027-01-06 2027-01-08', '2027-01-09 2027-01-15', '2027-01-16 2027-01-19']],
  ])('start on %s and are cut off at the ends of the period', (_, weekStart, weeks) => {
    const found = count([], '2027-01-06', '2027-01-19', { weekStart }).weeks
    expect(found.map(({ dateFrom, dateTo }) => `${dateFrom} ${dateTo}`)).toEqual(weeks)
  })

  test('begin at midnight in the zone', () => {
    const rows = [
      booking('2027-01-11T04:59:00Z', '2027-01-09T12:00:00Z'),
      booking('2027-01-11T05:00:00Z', '2027-01-09T12:00:00Z'),
      booking('2027-01-12T05:00:00Z', '2027-01-09T12:00:00Z', { status: 'canceled' }),
    ]
    expect(count(rows, '2027-01-04', '2027-01-17').weeks).toMatchObject([
      { bookings: 1, canceled: 0 },
      { bookings: 1, canceled: 1 },
    ])
  })
})

test('hours follow the offset on the date of the meeting', () => {
  const before = booking('2027-03-12T14:30:00Z', '2027-03-01T12:00:00Z')
  const after = booking('2027-03-15T13:30:00Z', '2027-03-01T12:00:00Z')
  const { hours } = count([before, after], '2027-03-08', '2027-03-21')
  expect([hours[4]![9], hours[0]![9]]).toEqual([1, 1])
})

describe('lead times', () => {
  const lead = (...pairs: [start: string, created: string][]) =>
    count(
      pairs.map(([start, created]) => booking(start, created)),
      '2027-03-01',
      '2027-03-31',
    )

  test.each([
    ['the same day, by the zone', '2027-03-11T03:00:00Z', '2027-03-10T06:00:00Z', 0, 0],
    ['the next day, minutes later', '2027-03-11T05:10:00Z', '2027-03-11T04:50:00Z', 1, 1],
    ['2 days over a clock change', '2027-03-15T13:00:00Z', '2027-03-14T04:50:00Z', 2, 2],
    ['3 days', '2027-03-13T15:00:00Z', '2027-03-10T15:00:00Z', 2, 3],
    ['4 days', '2027-03-14T15:00:00Z', '2027-03-10T15:00:00Z', 3, 4],
    ['a week', '2027-03-17T15:00:00Z', '2027-03-10T15:00:00Z', 3, 7],
    ['8 days', '2027-03-18T15:00:00Z', '2027-03-10T15:00:00Z', 4, 8],
    ['two weeks', '2027-03-24T15:00:00Z', '2027-03-10T15:00:00Z', 4, 14],
    ['15 days', '2027-03-25T15:00:00Z', '2027-03-10T15:00:00Z', 5, 15],
    ['moved to before it was booked', '2027-03-05T15:00:00Z', '2027-03-10T15:00:00Z', 0, 0],
  ])('%s', (_, start, created, group, days) => {
    const { leadTimes, medianLeadDays } = lead([start, created])
    expect(leadTimes.findIndex(({ bookings }) => bookings === 1)).toBe(group)
    expect(medianLeadDays).toBe(days)
  })

  test('the median of an even number is between the two in the middle', () => {
    const start = '2027-03-20T15:00:00Z'
    const created = ['2027-03-20', '2027-03-18', '2027-03-15', '2027-03-01'].map((day) => `${day}T15:00:00Z`)
    expect(lead(...created.map((at): [string, string] => [start, at])).medianLeadDays).toBe(3.5)
  })

  test('there is no median without bookings', () => {
    expect(lead().medianLeadDays).toBeNull()
  })
})

test('canceled bookings count only as canceled', () => {
  const canceled = booking('2027-01-05T15:00:00Z', '2027-01-05T14:00:00Z', { status: 'canceled' })
  const found = count([canceled], '2027-01-04', '2027-01-10')
  expect(found).toMatchObject({ bookings: 0, canceled: 1, minutes: 0, medianLeadDays: null })
  expect(found.hours.flat()).not.toContain(1)
  expect(found.byEvent).toEqual(new Map([['intro', { bookings: 0, canceled: 1 }]]))
})

test('a day whose end is repeated belongs to the period', () => {
  // At 00:01 on November 7, clocks in St. John’s were set back to 23:01 on November 6.
  const table = zoneTable('America/St_Johns')
  const first = parseDate('2010-11-07')
  const again = booking(
    new Date(startOfDay(table, first) + 10 * MINUTE).toISOString(),
    '2010-11-01T12:00:00Z',
  )
  expect(formatDate(dayOf(table, again.startAt))).toBe('2010-11-06')
  expect(count([again], '2010-11-07', '2010-11-08', { table }).weeks).toMatchObject([
    { dateFrom: '2010-11-07', bookings: 1 },
    { dateFrom: '2010-11-08', bookings: 0 },
  ])
})

describe('whatever the zone, the period and the start of the week', () => {
  const zone = fc.constantFrom(
    'America/New_York',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'Pacific/Apia',
    'UTC',
  )
  const cases = fc
    .record({
      zone,
      first: fc.integer({ min: parseDate('2005-01-01'), max: parseDate('2035-01-01') }),
      days: fc.integer({ min: 1, max: 366 }),
      weekStart: fc.integer({ min: 1, max: 7 }),
    })
    .chain(({ zone: name, first, days, weekStart }) => {
      const table = zoneTable(name)
      const last = first + days - 1
      const [start, end] = [startOfDay(table, first), startOfDay(table, last + 1)]
      const row = fc.record({
        eventId: fc.constantFrom('a', 'b', null),
        status: fc.constantFrom('confirmed' as const, 'canceled' as const),
        // A date that the zone skipped has no instants.
        startAt: fc.integer({ min: start, max: Math.max(start, end - 1) }),
        endAt: fc.constant(end + 60 * MINUTE),
        createdAt: fc.integer({ min: start - 40 * 1440 * MINUTE, max: end }),
      })
      return fc.record({
        period: fc.constant({ first, last, weekStart, table }),
        rows: fc.array(row, { maxLength: start < end ? 30 : 0 }),
      })
    })
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

  test('all sums agree', () => {
    fc.assert(
      fc.property(cases, ({ period, rows }) => {
        const found = countBookings(rows, period)
        const confirmed = rows.filter(({ status }) => status === 'confirmed').length
        expect([found.bookings, found.canceled]).toEqual([confirmed, rows.length - confirmed])
        for (const counts of [found.weeks, [...found.byEvent.values()]]) {
          expect(sum(counts.map(({ bookings }) => bookings))).toBe(found.bookings)
          expect(sum(counts.map(({ canceled }) => canceled))).toBe(found.canceled)
        }
        expect(sum(found.hours.flat())).toBe(found.bookings)
        expect(sum(found.leadTimes.map(({ bookings }) => bookings))).toBe(found.bookings)
      }),
    )
  })

  test('the weeks cover each day of the period once', () => {
    fc.assert(
      fc.property(cases, ({ period }) => {
        const days = countBookings([], period).weeks.flatMap(({ dateFrom, dateTo }) => {
          const first = parseDate(dateFrom)
          return Array.from({ length: parseDate(dateTo) - first + 1 }, (_, n) => first + n)
        })
        expect(days).toEqual(
          Array.from({ length: period.last - period.first + 1 }, (_, n) => period.first + n),
        )
      }),
    )
  })
})
