import { describe, expect, it } from 'vitest'
import { overlaps } from './interval.ts'
import { isOffered, MAX_RANGE_DAYS, offeredSlots, rangeOfDays, type SlotQuery } from './slots.ts'
import { at, between, day, EMPTY, everyDay, type Given, query, startsOf, iso } from './slots.test-support.ts'

const MINUTE = 60_000

describe('what is busy', () => {
  const given: Given = { days: ['2027-03-15', '2027-03-15'], week: everyDay('09:00-12:00') }
  const all = ['2027-03-15T13:00:00Z', '2027-03-15T14:00:00Z', '2027-03-15T15:00:00Z']

  it('does not meet a slot that it touches', () => {
    const busy = [
      between('2027-03-15T12:00:00Z', '2027-03-15T13:00:00Z'),
      between('2027-03-15T14:00:00Z', '2027-03-15T15:00:00Z'),
    ]
    expect(startsOf({ ...given, busy })).toEqual([all[0], all[2]])
  })

  it('meets a slot by a second at either end, or by less', () => {
    expect(startsOf({ ...given, busy: [between('2027-03-15T13:59:59Z', '2027-03-15T14:00:01Z')] })).toEqual([
      all[2],
    ])
    expect(
      startsOf({ ...given, busy: [between('2027-03-15T13:59:59.999Z', '2027-03-15T14:00:00Z')] }),
    ).toEqual([all[1], all[2]])
  })

  it('meets nothing when it has no length', () => {
    expect(startsOf({ ...given, busy: [between('2027-03-15T13:30:00Z', '2027-03-15T13:30:00Z')] })).toEqual(
      all,
    )
    expect(startsOf({ ...given, busy: [between('2027-03-15T14:30:00Z', '2027-03-15T13:30:00Z')] })).toEqual(
      all,
    )
  })

  it('may come in any order, overlap, and reach beyond the day', () => {
    const busy = [
      between('2027-03-15T15:30:00Z', '2027-03-18T00:00:00Z'),
      between('2027-03-10T00:00:00Z', '2027-03-15T13:30:00Z'),
      between('2027-03-15T13:10:00Z', '2027-03-15T13:20:00Z'),
      between('2027-03-15T13:00:00Z', '2027-03-15T14:00:00Z'),
    ]
    expect(startsOf({ ...given, busy })).toEqual([all[1]])
    expect(startsOf({ ...given, busy: busy.toReversed() })).toEqual([all[1]])
  })

  it('keeps the buffer before and after a slot, and touching the buffer is free', () => {
    const bufferMinutes = 15
    const exactlyApart = [
      between('2027-03-15T12:00:00Z', '2027-03-15T12:45:00Z'),
      between('2027-03-15T16:15:00Z', '2027-03-15T17:00:00Z'),
    ]
    expect(startsOf({ ...given, bufferMinutes, busy: exactlyApart })).toEqual(all)
    const aSecondLess = [
      between('2027-03-15T12:00:00Z', '2027-03-15T12:45:01Z'),
      between('2027-03-15T16:14:59Z', '2027-03-15T17:00:00Z'),
    ]
    expect(startsOf({ ...given, bufferMinutes, busy: aSecondLess })).toEqual([all[1]])
  })

  it('reaches into the neighbouring slots by the buffer', () => {
    const busy = [between('2027-03-15T14:00:00Z', '2027-03-15T15:00:00Z')]
    expect(startsOf({ ...given, busy, bufferMinutes: 5 })).toEqual([])
  })
})

describe('declared periods and now', () => {
  const given: Given = { days: ['2027-03-15', '2027-03-15'], week: everyDay('09:00-12:00') }
  const all = ['2027-03-15T13:00:00Z', '2027-03-15T14:00:00Z', '2027-03-15T15:00:00Z']

  it('offers what lies wholly inside the event period, edges included', () => {
    const exact = { start: at('2027-03-15T13:00:00Z'), end: at('2027-03-15T16:00:00Z') }
    expect(startsOf({ ...given, eventPeriod: exact })).toEqual(all)
    expect(startsOf({ ...given, eventPeriod: { start: exact.start + 1, end: exact.end - 1 } })).toEqual([
      all[1],
    ])
    expect(startsOf({ ...given, eventPeriod: { start: exact.start + 1, end: null } })).toEqual(all.slice(1))
    expect(startsOf({ ...given, eventPeriod: { start: null, end: exact.end - 1 } })).toEqual(all.slice(0, 2))
  })

  it('offers something only while now is inside the booking period, its end not included', () => {
    const now = at('2027-03-01T00:00:00Z')
    expect(startsOf({ ...given, now, bookingPeriod: { start: now, end: now + 1 } })).toEqual(all)
    expect(startsOf({ ...given, now, bookingPeriod: { start: now + 1, end: null } })).toEqual([])
    expect(startsOf({ ...given, now, bookingPeriod: { start: null, end: now } })).toEqual([])
    expect(startsOf({ ...given, now, bookingPeriod: { start: null, end: now + 1 } })).toEqual(all)
  })

  it('lets a booking period end long before the slots that it lets people book', () => {
    const bookingPeriod = between('2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z')
    expect(startsOf({ ...given, now: at('2027-01-15T00:00:00Z'), bookingPeriod })).toEqual(all)
  })

  it('offers only what starts after now', () => {
    expect(startsOf({ ...given, now: at('2027-03-15T13:59:59.999Z') })).toEqual(all.slice(1))
    expect(startsOf({ ...given, now: at('2027-03-15T14:00:00Z') })).toEqual(all.slice(2))
  })
})

describe('another zone in the question', () => {
  const given = { week: everyDay('09:00-12:00'), timeZone: 'America/New_York' }

  it('selects by its own days: Kiritimati is a day ahead, Pago Pago behind', () => {
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

  it('cuts a day of the host in two where a day of the viewer begins, by the start of a slot', () => {
    // 08:00 in New York is midnight in Auckland.
    const week = everyDay('07:00-10:00')
    expect(startsOf({ ...given, week, days: ['2027-06-08', '2027-06-08', 'Pacific/Auckland'] })).toEqual([
      '2027-06-07T12:00:00Z',
      '2027-06-07T13:00:00Z',
      '2027-06-08T11:00:00Z',
    ])
  })

  it.each(['Asia/Kathmandu', 'Europe/Dublin', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'changes no slot: three days of New York seen from %s',
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
  it('runs from the start of the first day to the end of the last', () => {
    expect(rangeOfDays('2027-03-14', '2027-03-14', 'America/New_York')).toEqual(
      between('2027-03-14T05:00:00Z', '2027-03-15T04:00:00Z'),
    )
    expect(rangeOfDays('2026-04-24', '2026-04-24', 'Africa/Cairo')).toEqual(
      between('2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'),
    )
    expect(rangeOfDays('2011-12-30', '2011-12-30', 'Pacific/Apia')).toEqual(
      between('2011-12-30T10:00:00Z', '2011-12-30T10:00:00Z'),
    )
  })

  it('refuses what is not a range of days', () => {
    expect(() => rangeOfDays('2027-03-15', '2027-03-14', 'UTC')).toThrow(RangeError)
    expect(() => rangeOfDays('2027-02-29', '2027-03-14', 'UTC')).toThrow(RangeError)
    expect(() => rangeOfDays('2027-03-01', '2027-03-14', '+01:00')).toThrow('Unknown time zone: +01:00')
    expect(MAX_RANGE_DAYS).toBe(62)
  })
})

describe('isOffered', () => {
  const busy = [between('2027-03-15T14:00:00Z', '2027-03-15T15:00:00Z')]
  const rules = query({ days: ['2027-03-15', '2027-03-15'], week: everyDay('09:00-12:00'), busy })

  it('holds for a start that is on the grid and free', () => {
    expect(isOffered(rules, at('2027-03-15T13:00:00Z'))).toBe(true)
    expect(isOffered(rules, at('2027-03-15T14:00:00Z'))).toBe(false)
    expect(isOffered(rules, at('2027-03-15T13:15:00Z'))).toBe(false)
    expect(isOffered(rules, at('2027-03-15T13:00:00Z') + 1)).toBe(false)
    expect(isOffered(rules, at('2027-03-15T13:00:00Z') - 1)).toBe(false)
    expect(isOffered(rules, at('2027-03-15T16:00:00Z'))).toBe(false)
  })

  it('does not care which range was asked about', () => {
    expect(isOffered(rules, at('2031-03-15T13:00:00Z'))).toBe(true)
  })

  it('is false, not an error, for what is no instant', () => {
    for (const start of [Number.NaN, Infinity, -Infinity, 0.5, Number.MAX_SAFE_INTEGER]) {
      expect(isOffered({ ...rules, now: -1 }, start)).toBe(false)
    }
  })
})

describe('a question that makes no sense', () => {
  const sane = query({ days: ['2027-03-15', '2027-03-15'] })

  it.each<Partial<SlotQuery>>([
    { durationMinutes: 0 },
    { durationMinutes: -30 },
    { durationMinutes: Number.NaN },
    { durationMinutes: Infinity },
    { bufferMinutes: -5 },
    { bufferMinutes: Number.NaN },
    { now: Number.NaN },
    { range: { start: -Infinity, end: 0 } },
    { range: { start: 0, end: Number.NaN } },
    { busy: [{ start: Number.NaN, end: 1 }] },
    { busy: [{ start: 1, end: Number.NaN }] },
    { timeZone: 'Nowhere' },
    { week: { ...EMPTY, monday: day('9:00-17:00') } },
  ])('is refused: %j', (nonsense) => expect(() => offeredSlots({ ...sane, ...nonsense })).toThrow(RangeError))
})

describe('the input', () => {
  it('is left unchanged', () => {
    const busy = Object.freeze([
      Object.freeze({ start: 30 * MINUTE, end: 40 * MINUTE }),
      Object.freeze({ start: 10 * MINUTE, end: 20 * MINUTE }),
    ])
    expect(() => startsOf({ days: ['1970-01-01', '1970-01-02'], busy })).not.toThrow()
    expect(busy[0]!.start).toBe(30 * MINUTE)
  })
})
