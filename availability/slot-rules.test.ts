import { describe, expect, it } from 'vitest'
import { zoneTable } from '../contract/time/time-zones.ts'
import { at, between, day, EMPTY, everyDay, type Given, startsOf } from './slots.test-support.ts'

/** January 4, 2027 is a Monday. Times of the hours are in New York, five hours behind UTC. */
const monday = { days: ['2027-01-04', '2027-01-04'] } as const
const mornings = everyDay('09:00-10:00')
const week = { days: ['2027-01-04', '2027-01-10'], week: mornings } as const
const dates = (given: Given) => startsOf(given).map((start) => start.slice(5, 10))

describe('date overrides', () => {
  it('close dates, open closed weekdays, and change hours', () => {
    const given = {
      ...week,
      week: { ...EMPTY, monday: day('09:00-10:00'), tuesday: day('09:00-10:00') },
      dates: [
        { from: '2027-01-04', to: '2027-01-04', slots: [] },
        { from: '2027-01-09', to: '2027-01-10', slots: [{ start: '12:00', end: '13:00' }] },
      ],
    }
    expect(startsOf(given)).toEqual(['2027-01-05T14:00:00Z', '2027-01-09T17:00:00Z', '2027-01-10T17:00:00Z'])
  })

  it('count in their order', () => {
    const open = { from: '2027-01-05', to: '2027-01-05', slots: [{ start: '12:00', end: '13:00' }] }
    const closed = { from: '2027-01-01', to: '2027-12-31', slots: [] }
    expect(startsOf({ ...week, dates: [open, closed] })).toEqual(['2027-01-05T17:00:00Z'])
    expect(startsOf({ ...week, dates: [closed, open] })).toEqual([])
  })
})

describe('travel', () => {
  it('reads the hours of its dates in the other zone, weekday by weekday', () => {
    const travels = [{ from: '2027-01-05', to: '2027-01-05', zone: zoneTable('Asia/Tokyo') }]
    const given = { ...week, week: { ...EMPTY, monday: day('09:00-10:00'), tuesday: day('09:00-10:00') } }
    expect(startsOf({ ...given, travels })).toEqual(['2027-01-04T14:00:00Z', '2027-01-05T00:00:00Z'])
  })

  it('applies to date overrides as well', () => {
    const travels = [{ from: '2027-01-04', to: '2027-01-04', zone: zoneTable('Europe/Berlin') }]
    const hours = [{ from: '2027-01-04', to: '2027-01-04', slots: [{ start: '12:00', end: '13:00' }] }]
    expect(startsOf({ ...monday, travels, dates: hours })).toEqual(['2027-01-04T11:00:00Z'])
  })
})

describe('start times', () => {
  const given = { ...monday, week: everyDay('09:10-11:00'), durationMinutes: 60 }
  const minutes = (startTimes: Given['startTimes']) =>
    startsOf({ ...given, startTimes: startTimes ?? null }).map((start) => start.slice(11, 16))

  it('follow one another by default', () => expect(minutes(null)).toEqual(['14:10']))
  it('can be closer than the duration', () => {
    expect(minutes({ every: 20 })).toEqual(['14:10', '14:30', '14:50'])
  })
  it('can be at minutes of the hour', () => {
    expect(minutes({ at: [45, 0, 15] })).toEqual(['14:15', '14:45', '15:00'])
  })
  it('show the same minutes after a clock change by half an hour', () => {
    const lordHowe = {
      timeZone: 'Australia/Lord_Howe',
      days: ['2027-10-03', '2027-10-03'] as const,
      week: everyDay('01:00-04:00'),
      startTimes: { at: [0] },
    }
    // 02:00 is skipped: the clock goes to 02:30.
    expect(startsOf(lordHowe)).toEqual(['2027-10-02T14:30:00Z', '2027-10-02T16:00:00Z'])
  })
})

describe('minimum notice', () => {
  it('includes a slot that starts exactly that far ahead', () => {
    const now = at('2027-01-04T14:00:00Z')
    const given = { ...monday, week: everyDay('09:00-12:00'), now }
    expect(startsOf({ ...given, noticeMinutes: 60 })).toEqual([
      '2027-01-04T15:00:00Z',
      '2027-01-04T16:00:00Z',
    ])
    expect(startsOf({ ...given, noticeMinutes: 61 })).toEqual(['2027-01-04T16:00:00Z'])
  })
})

describe('booking window', () => {
  // A Thursday evening in New York, already Friday in UTC.
  const now = at('2027-01-08T03:00:00Z')
  const given = { days: ['2027-01-07', '2027-01-20'], week: mornings, now } as const
  const last = (window: NonNullable<Given['windows']>[number], more: Partial<Given> = {}) =>
    dates({ ...given, ...more, windows: [window] }).at(-1)

  it('counts calendar days after today in the zone of the hours', () => {
    expect(last({ type: 'calendarDays', days: 1 })).toBe('01-08')
  })
  it('counts working days by the hours, with their exceptions', () => {
    const workdays = { ...mornings, saturday: EMPTY.saturday, sunday: EMPTY.sunday }
    const exceptions = [{ from: '2027-01-11', to: '2027-01-11', slots: [] }]
    expect(last({ type: 'workingDays', days: 2 }, { week: workdays })).toBe('01-11')
    expect(last({ type: 'workingDays', days: 2 }, { week: workdays, dates: exceptions })).toBe('01-12')
  })
  it('can be fixed dates', () => {
    const fixed = { type: 'fixed', from: '2027-01-12', to: '2027-01-13' } as const
    expect(dates({ ...given, windows: [fixed] })).toEqual(['01-12', '01-13'])
  })
})

describe('limits', () => {
  const perDay = { per: 'day', bookings: 2, minutes: null } as const
  const twice = [
    between('2027-01-05T20:00:00Z', '2027-01-05T21:00:00Z'),
    // Still January 5 in New York.
    between('2027-01-06T04:00:00Z', '2027-01-06T04:30:00Z'),
  ]

  it('close days with as many bookings, by the date in the zone of the hours', () => {
    expect(dates({ ...week, limits: [{ ...perDay, booked: twice }] })).not.toContain('01-05')
    expect(dates({ ...week, limits: [{ ...perDay, booked: twice }] })).toContain('01-06')
  })
  it('close days without room for the minutes of one more', () => {
    const room = (minutes: number) =>
      dates({ ...week, limits: [{ per: 'day', bookings: null, minutes, booked: twice }] })
    expect(room(150)).toContain('01-05')
    expect(room(149)).not.toContain('01-05')
    expect(room(59)).toEqual([])
  })
  it('close both days of bookings around a clock change that goes back to the day before', () => {
    // One minute into November 7 the clock goes back to 23:01.
    const booked = [
      between('2010-11-07T02:30:00Z', '2010-11-07T02:31:00Z'),
      between('2010-11-07T03:00:00Z', '2010-11-07T03:30:00Z'),
    ]
    const limits = [{ per: 'day', bookings: 1, minutes: null, booked }] as const
    const days = ['2010-11-05', '2010-11-08'] as const
    expect(dates({ days, timeZone: 'America/St_Johns', week: mornings, limits })).toEqual(['11-05', '11-08'])
  })
  it('close weeks from their first weekday on', () => {
    const limits = [
      {
        per: 'week',
        bookings: 1,
        minutes: null,
        booked: [between('2027-01-03T20:00:00Z', '2027-01-03T21:00:00Z')],
      },
    ] as const
    expect(dates({ ...week, limits })).toHaveLength(7)
    // Weeks that start on Sunday: January 3 to 9.
    expect(dates({ ...week, limits, firstWeekday: 6 })).toEqual(['01-10'])
  })
  it('close months', () => {
    const booked = [between('2027-01-31T20:00:00Z', '2027-01-31T21:00:00Z')]
    const limits = [{ per: 'month', bookings: 1, minutes: null, booked }] as const
    expect(dates({ days: ['2027-01-30', '2027-02-01'], week: mornings, limits })).toEqual(['02-01'])
  })
})
