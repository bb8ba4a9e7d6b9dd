import { parseDate } from './civil-date.ts'
import { MINUTE } from './units.ts'
import { zoneTable } from '../contract/time/time-zones.ts'
import { describe, expect, it } from 'vitest'
import { overlaps } from './interval.ts'
import type { BusyTime } from './slot-rules.ts'
import { isOffered, rangeOfDays, type SlotQuery } from './slots.ts'
import {
  at,
  between,
  day,
  EMPTY,
  everyDay,
  type Given,
  offeredSlots,
  query,
  startsOf,
  iso,
} from './slots.test-support.ts'

describe('busy time', () => {
  const given: Given = { days: ['2027-03-15', '2027-03-15'], week: everyDay('09:00-12:00') }
  const all = ['2027-03-15T13:00:00Z', '2027-03-15T14:00:00Z', '2027-03-15T15:00:00Z']

  it("doesn't block a slot that it touches", () => {
    const busy = [
      between('2027-03-15T12:00:00Z', '2027-03-15T13:00:00Z'),
      between('2027-03-15T14:00:00Z', '2027-03-15T15:00:00Z'),
    ]
    expect(startsOf({ ...given, busy })).toEqual([all[0], all[2]])
  })

  it('blocks a slot that it overlaps by a second or less', () => {
    expect(startsOf({ ...given, busy: [between('2027-03-15T13:59:59Z', '2027-03-15T14:00:01Z')] })).toEqual([
      all[2],
    ])
    expect(
      startsOf({ ...given, busy: [between('2027-03-15T13:59:59.999Z', '2027-03-15T14:00:00Z')] }),
    ).toEqual([all[1], all[2]])
  })

  it('blocks nothing if it is empty', () => {
    expect(startsOf({ ...given, busy: [between('2027-03-15T13:30:00Z', '2027-03-15T13:30:00Z')] })).toEqual(
      all,
    )
    expect(startsOf({ ...given, busy: [between('2027-03-15T14:30:00Z', '2027-03-15T13:30:00Z')] })).toEqual(
      all,
    )
  })

  it('can be unordered, overlap and extend beyond the day', () => {
    const busy = [
      between('2027-03-15T15:30:00Z', '2027-03-18T00:00:00Z'),
      between('2027-03-10T00:00:00Z', '2027-03-15T13:30:00Z'),
      between('2027-03-15T13:10:00Z', '2027-03-15T13:20:00Z'),
      between('2027-03-15T13:00:00Z', '2027-03-15T14:00:00Z'),
    ]
    expect(startsOf({ ...given, busy })).toEqual([all[1]])
    expect(startsOf({ ...given, busy: busy.toReversed() })).toEqual([all[1]])
  })

  it('blocks the buffer before and after a slot, but can touch the buffer', () => {
    const buffers = { bufferBeforeMinutes: 15, bufferAfterMinutes: 15 }
    const exactlyApart = [
      between('2027-03-15T12:00:00Z', '2027-03-15T12:45:00Z'),
      between('2027-03-15T16:15:00Z', '2027-03-15T17:00:00Z'),
    ]
    expect(startsOf({ ...given, ...buffers, busy: exactlyApart })).toEqual(all)
    const aSecondLess = [
      between('2027-03-15T12:00:00Z', '2027-03-15T12:45:01Z'),
      between('2027-03-15T16:14:59Z', '2027-03-15T17:00:00Z'),
    ]
    expect(startsOf({ ...given, ...buffers, busy: aSecondLess })).toEqual([all[1]])
  })

  it('blocks neighboring slots through the buffer', () => {
    const busy = [between('2027-03-15T14:00:00Z', '2027-03-15T15:00:00Z')]
    expect(startsOf({ ...given, busy, bufferBeforeMinutes: 5, bufferAfterMinutes: 5 })).toEqual([])
  })
})

describe('the buffers of a booking', () => {
  const given: Given = {
    days: ['2027-03-15', '2027-03-15'],
    timeZone: 'UTC',
    startTimes: { every: 30 },
  }
  const noon = between('2027-03-15T12:00:00Z', '2027-03-15T13:00:00Z')
  /** The last start before a booking at noon, and the first one after it. */
  const around = (buffers: Partial<BusyTime>, own: Partial<Given> = {}) => {
    const starts = startsOf({ ...given, ...own, busy: [{ ...noon, ...buffers }] }).map((start) =>
      start.slice(11, 16),
    )
    return [starts.findLast((start) => start < '12:00'), starts.find((start) => start >= '12:00')]
  }

  it.each<[string, Partial<BusyTime>, Partial<Given>, [string, string]]>([
    ['none', {}, {}, ['11:00', '13:00']],
    ['its own before', { bufferBeforeMinutes: 30 }, {}, ['10:30', '13:00']],
    ['its own after', { bufferAfterMinutes: 30 }, {}, ['11:00', '13:30']],
    ['the slot’s before', {}, { bufferBeforeMinutes: 30 }, ['11:00', '13:30']],
    ['the slot’s after', {}, { bufferAfterMinutes: 30 }, ['10:30', '13:00']],
    [
      'the larger one on each side, because buffers overlap',
      { bufferBeforeMinutes: 30, bufferAfterMinutes: 60 },
      { bufferBeforeMinutes: 30, bufferAfterMinutes: 60 },
      ['10:00', '14:00'],
    ],
  ])('keep slots away: %s', (_, own, slot, expected) => {
    expect(around(own, slot)).toEqual(expected)
  })
})

describe('periods and the current time', () => {
  const given: Given = { days: ['2027-03-15', '2027-03-15'], week: everyDay('09:00-12:00') }
  const all = ['2027-03-15T13:00:00Z', '2027-03-15T14:00:00Z', '2027-03-15T15:00:00Z']

  it('offer only slots entirely inside the event period', () => {
    const exact = { start: at('2027-03-15T13:00:00Z'), end: at('2027-03-15T16:00:00Z') }
    expect(startsOf({ ...given, eventPeriod: exact })).toEqual(all)
    expect(startsOf({ ...given, eventPeriod: { start: exact.start + 1, end: exact.end - 1 } })).toEqual([
      all[1],
    ])
    expect(startsOf({ ...given, eventPeriod: { start: exact.start + 1, end: null } })).toEqual(all.slice(1))
    expect(startsOf({ ...given, eventPeriod: { start: null, end: exact.end - 1 } })).toEqual(all.slice(0, 2))
  })

  it('offer slots only during the booking period, excluding its end', () => {
    const now = at('2027-03-01T00:00:00Z')
    expect(startsOf({ ...given, now, bookingPeriod: { start: now, end: now + 1 } })).toEqual(all)
    expect(startsOf({ ...given, now, bookingPeriod: { start: now + 1, end: null } })).toEqual([])
    expect(startsOf({ ...given, now, bookingPeriod: { start: null, end: now } })).toEqual([])
    expect(startsOf({ ...given, now, bookingPeriod: { start: null, end: now + 1 } })).toEqual(all)
  })

  it('let the booking period end long before the bookable slots', () => {
    const bookingPeriod = between('2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z')
    expect(startsOf({ ...given, now: at('2027-01-15T00:00:00Z'), bookingPeriod })).toEqual(all)
  })

  it('offer only slots that start in the future', () => {
    expect(startsOf({ ...given, now: at('2027-03-15T13:59:59.999Z') })).toEqual(all.slice(1))
    expect(startsOf({ ...given, now: at('2027-03-15T14:00:00Z') })).toEqual(all.slice(2))
  })
})

describe('a different zone in the query', () => {
  const given = { week: everyDay('09:00-12:00'), timeZone: 'America/New_York' }

  it("selects by that zone's days: Kiritimati is a day ahead, Pago Pago is behind", () => {
    expect(startsOf({ ...given, days: ['2027-06-08', '2027-06-08', 'Pacific/Kiritimati'] })).toEqual([
      '2027-06-07T13:00:00Z',
      '2027-06-07T14:00:00Z',
      '2027-06-07T15:00:00Z',
    ])
    expect(startsOf({ ...given, days: ['2027-06-08', '2027-06-08', 'Pacific/Pago_Pago'] })).toEqual([
      '2027-06-08T13:00:00Z',
      '2027-06-08T14:00:00Z',
      '2027-06-08T15:00:00Z',
    ])
  })

  it("splits a host's day where the viewer's day begins, by slot start", () => {
    // 08:00 in New York is midnight in Auckland.
    const week = everyDay('07:00-10:00')
    expect(startsOf({ ...given, week, days: ['2027-06-08', '2027-06-08', 'Pacific/Auckland'] })).toEqual([
      '2027-06-07T12:00:00Z',
      '2027-06-07T13:00:00Z',
      '2027-06-08T11:00:00Z',
    ])
  })

  it.each(['Asia/Kathmandu', 'Europe/Dublin', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    "doesn't change any slot: three New York days seen from %s",
    (viewer) => {
      const slots = offeredSlots(query({ ...given, days: ['2027-11-05', '2027-11-10', viewer] }))
      const ofThreeDays = between('2027-11-06T05:00:00Z', '2027-11-09T05:00:00Z')
      expect(slots.filter((slot) => overlaps(slot, ofThreeDays)).map(({ start }) => iso(start))).toEqual([
        '2027-11-06T13:00:00Z',
        '2027-11-06T14:00:00Z',
        '2027-11-06T15:00:00Z',
        '2027-11-07T14:00:00Z',
        '2027-11-07T15:00:00Z',
        '2027-11-07T16:00:00Z',
        '2027-11-08T14:00:00Z',
        '2027-11-08T15:00:00Z',
        '2027-11-08T16:00:00Z',
      ])
    },
  )
})

describe('rangeOfDays', () => {
  const onDay = (date: string, timeZone: string) =>
    rangeOfDays(parseDate(date), parseDate(date), zoneTable(timeZone))

  it('runs from the start of the first day to the end of the last', () => {
    expect(onDay('2027-03-14', 'America/New_York')).toEqual(
      between('2027-03-14T05:00:00Z', '2027-03-15T04:00:00Z'),
    )
    expect(onDay('2026-04-24', 'Africa/Cairo')).toEqual(
      between('2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'),
    )
    expect(onDay('2011-12-30', 'Pacific/Apia')).toEqual(
      between('2011-12-30T10:00:00Z', '2011-12-30T10:00:00Z'),
    )
  })
})

describe('isOffered', () => {
  const busy = [between('2027-03-15T14:00:00Z', '2027-03-15T15:00:00Z')]
  const rules = query({ days: ['2027-03-15', '2027-03-15'], week: everyDay('09:00-12:00'), busy })

  it('is true for a free start on the grid', () => {
    expect(isOffered(rules, at('2027-03-15T13:00:00Z'))).toBe(true)
    expect(isOffered(rules, at('2027-03-15T14:00:00Z'))).toBe(false)
    expect(isOffered(rules, at('2027-03-15T13:15:00Z'))).toBe(false)
    expect(isOffered(rules, at('2027-03-15T13:00:00Z') + 1)).toBe(false)
    expect(isOffered(rules, at('2027-03-15T13:00:00Z') - 1)).toBe(false)
    expect(isOffered(rules, at('2027-03-15T16:00:00Z'))).toBe(false)
  })

  it("doesn't depend on the requested range", () => {
    expect(isOffered(rules, at('2031-03-15T13:00:00Z'))).toBe(true)
  })

  it('is false for an invalid instant instead of an error', () => {
    for (const start of [Number.NaN, Infinity, -Infinity, 0.5, Number.MAX_SAFE_INTEGER]) {
      expect(isOffered({ ...rules, now: -1 }, start)).toBe(false)
    }
  })
})

describe('a booking window', () => {
  it('can end any number of working days ahead', () => {
    const week = { ...everyDay('09:00-10:00'), saturday: EMPTY.saturday, sunday: EMPTY.sunday }
    const windows = [{ type: 'workingDays', days: 730 }] as const
    const now = at('2027-01-04T12:00:00Z')
    // 146 weeks.
    expect(startsOf({ days: ['2029-10-20', '2029-10-26'], week, windows, now })).toEqual([
      '2029-10-22T13:00:00Z',
    ])
  })
})

describe('dates with other hours', () => {
  it('leave the last days that dates can express as they are', () => {
    const dates = [{ from: '2027-03-15', to: '9999-12-31', slots: [] }]
    const rules = query({ days: ['2027-03-15', '2027-03-15'], dates })
    expect(isOffered(rules, at('9999-12-31T15:00:00Z'))).toBe(false)
    expect(isOffered({ ...rules, dates: [] }, at('9999-12-31T15:00:00Z'))).toBe(true)
  })

  it('count in the order of the list', () => {
    const dates = [
      { from: '2027-03-16', to: '2027-03-16', slots: [{ start: '10:00', end: '11:00' }] },
      { from: '2027-03-14', to: '2027-03-18', slots: [] },
    ]
    expect(startsOf({ days: ['2027-03-14', '2027-03-18'], dates })).toEqual(['2027-03-16T14:00:00Z'])
  })
})

describe('an invalid query', () => {
  const sane = query({ days: ['2027-03-15', '2027-03-15'] })

  it.each<Partial<SlotQuery>>([
    { durationMinutes: 0 },
    { durationMinutes: -30 },
    { durationMinutes: Number.NaN },
    { durationMinutes: Infinity },
    { bufferBeforeMinutes: -5 },
    { bufferAfterMinutes: Number.NaN },
    { startTimes: { every: 0 } },
    { now: Number.NaN },
    { range: { start: -Infinity, end: 0 } },
    { range: { start: 0, end: Number.NaN } },
    { busy: [{ start: Number.NaN, end: 1 }] },
    { busy: [{ start: 1, end: Number.NaN }] },
    { week: { ...EMPTY, monday: day('9:00-17:00') } },
  ])('is rejected: %j', (nonsense) =>
    expect(() => offeredSlots({ ...sane, ...nonsense })).toThrow(RangeError),
  )
})

describe('the input', () => {
  it("isn't modified", () => {
    const busy = Object.freeze([
      Object.freeze({ start: 30 * MINUTE, end: 40 * MINUTE }),
      Object.freeze({ start: 10 * MINUTE, end: 20 * MINUTE }),
    ])
    expect(() => startsOf({ days: ['1970-01-01', '1970-01-02'], busy })).not.toThrow()
    expect(busy[0]!.start).toBe(30 * MINUTE)
  })
})
