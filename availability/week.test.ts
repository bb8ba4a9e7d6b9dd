import { describe, expect, it } from 'vitest'
import { day, EMPTY, everyDay, type Given, startsOf } from './slots.test-support.ts'
import { compileWeek, weekdays } from './week.ts'

const mondayOf = (...ranges: string[]) => compileWeek(everyDay(...ranges))[0]

describe('a week', () => {
  const days: Given['days'] = ['2027-03-15', '2027-03-15']

  it('has no slots on a day that is off or has no ranges', () => {
    const off = { enabled: false, slots: [{ start: '09:00', end: '17:00' }] }
    expect(startsOf({ days, week: { ...EMPTY, monday: off } })).toEqual([])
    expect(startsOf({ days, week: { ...EMPTY, monday: day() } })).toEqual([])
  })

  it("applies each day's ranges to its own weekday", () => {
    const starts = weekdays.map((weekday) =>
      startsOf({ days: ['2027-06-07', '2027-06-13'], week: { ...EMPTY, [weekday]: day('12:00-13:00') } }),
    )
    expect(starts).toEqual([
      ['2027-06-07T16:00:00Z'],
      ['2027-06-08T16:00:00Z'],
      ['2027-06-09T16:00:00Z'],
      ['2027-06-10T16:00:00Z'],
      ['2027-06-11T16:00:00Z'],
      ['2027-06-12T16:00:00Z'],
      ['2027-06-13T16:00:00Z'],
    ])
  })
})

describe('compileWeek', () => {
  it('sorts the ranges of a day and joins touching or overlapping ones', () => {
    expect(mondayOf('13:00-14:00', '10:20-12:00', '09:00-10:20', '11:00-12:30')).toEqual([
      { start: 540, end: 750 },
      { start: 780, end: 840 },
    ])
  })

  it('reads 23:59 as the end of the day for an end, and literally for a start', () => {
    expect(mondayOf('22:00-23:59')).toEqual([{ start: 1_320, end: 1_440 }])
    expect(mondayOf('23:59-23:59')).toEqual([{ start: 1_439, end: 1_440 }])
    expect(mondayOf('22:00-23:58')).toEqual([{ start: 1_320, end: 1_438 }])
  })

  it("drops a range that doesn't end after its start", () => {
    expect(mondayOf('10:00-10:00', '12:00-11:00')).toEqual([])
  })

  it("doesn't parse days that are off", () => {
    const off = { enabled: false, slots: [{ start: 'never', end: '' }] }
    expect(compileWeek({ ...EMPTY, sunday: off })).toEqual([[], [], [], [], [], [], []])
    expect(() => compileWeek({ ...EMPTY, sunday: { ...off, enabled: true } })).toThrow(
      'Not a time of day: never',
    )
  })
})
