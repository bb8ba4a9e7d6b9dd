import { describe, expect, it } from 'vitest'
import { zoneTable } from '../contract/time/time-zones.ts'
import {
  at,
  between,
  day,
  EMPTY,
  everyDay,
  type Given,
  iso,
  offeredSlots,
  query,
  startsOf,
} from './slots.test-support.ts'

describe('an end of 23:59 is the end of the day', () => {
  it('lets the last slot end at midnight', () => {
    const slots = offeredSlots(query({ days: ['2027-03-16', '2027-03-16'], week: everyDay('22:00-23:59') }))
    expect(slots.at(-1)).toEqual(between('2027-03-17T03:00:00Z', '2027-03-17T04:00:00Z'))
    expect(startsOf({ days: ['2027-03-16', '2027-03-16'], week: everyDay('22:00-23:58') })).toEqual([
      '2027-03-17T02:00:00Z',
    ])
  })

  it('is the last instant of the date if a gap skips its last half hour', () => {
    // In Toronto in 1919, 00:30 on Monday followed 23:30 on Sunday.
    const sunday = { ...EMPTY, sunday: day('22:30-23:59') }
    const toronto = query({ days: ['1970-01-01', '1970-01-01'], week: sunday, timeZone: 'America/Toronto' })
    const asked = { ...toronto, durationMinutes: 30, now: at('1919-01-01T00:00:00Z') }
    const range = between('1919-03-30T12:00:00Z', '1919-04-01T00:00:00Z')
    expect(offeredSlots({ ...asked, range }).map(({ start }) => iso(start))).toEqual([
      '1919-03-31T03:30:00Z',
      '1919-03-31T04:00:00Z',
    ])
  })

  it("touches the next day's 00:00 without joining it, so the grid restarts", () => {
    const week = { ...EMPTY, monday: day('22:00-23:59'), tuesday: day('00:00-02:00') }
    expect(startsOf({ days: ['2027-03-15', '2027-03-16'], week, durationMinutes: 45 })).toEqual([
      '2027-03-16T02:00:00Z',
      '2027-03-16T02:45:00Z',
      '2027-03-16T03:30:00Z',
      '2027-03-16T04:00:00Z',
      '2027-03-16T04:45:00Z',
    ])
  })
})

describe('a range that reaches midnight', () => {
  const nights = everyDay('00:00-02:00', '22:30-23:59')
  /** The starts of one night, from the evening of March 16 to the morning after. */
  const night = (given: Partial<Given>) =>
    startsOf({
      days: ['2027-03-16', '2027-03-17'],
      timeZone: 'UTC',
      startTimes: { every: 30 },
      week: nights,
      ...given,
    })
      .filter((start) => start >= '2027-03-16T20' && start < '2027-03-17T20')
      .map((start) => start.slice(11, 16))

  it('runs on into the next day, which starts its own grid', () => {
    expect(night({})).toEqual(['22:30', '23:00', '23:30', '00:00', '00:30', '01:00'])
    expect(night({ durationMinutes: 75, startTimes: null })).toEqual(['22:30', '23:45', '00:00'])
  })

  it('runs on no longer than the next day is open from 00:00', () => {
    const short = { ...EMPTY, tuesday: day('22:30-23:59'), wednesday: day('00:00-00:20', '00:30-09:00') }
    expect(night({ week: short }).slice(0, 3)).toEqual(['22:30', '23:00', '00:30'])
    const late = { ...EMPTY, tuesday: day('22:30-23:59'), wednesday: day('00:01-09:00') }
    expect(night({ week: late }).slice(0, 3)).toEqual(['22:30', '23:00', '00:01'])
  })

  it('runs on through whole days', () => {
    const week = {
      ...EMPTY,
      tuesday: day('22:00-23:59'),
      wednesday: day('00:00-23:59'),
      thursday: day('00:00-01:00'),
    }
    expect(night({ week, durationMinutes: 26 * 60 }).slice(0, 4)).toEqual(['22:00', '22:30', '23:00'])
  })

  it('stops at a date override that closes the next day, and runs into one that opens it', () => {
    const closed = { from: '2027-03-17', to: '2027-03-17', slots: [] }
    expect(night({ dates: [closed] })).toEqual(['22:30', '23:00'])
    const evening = { ...EMPTY, tuesday: day('22:30-23:59') }
    const open = { ...closed, slots: [{ start: '00:00', end: '00:30' }] }
    expect(night({ week: evening, dates: [open] })).toEqual(['22:30', '23:00', '23:30'])
  })

  it('runs on by elapsed time if the clock changes at midnight', () => {
    // In Cairo, 2027-04-30 begins at 01:00, an hour after 23:00.
    const cairo = { timeZone: 'Africa/Cairo', days: ['2027-04-29', '2027-04-30'] as const, week: nights }
    const starts = startsOf({ ...cairo, startTimes: { every: 30 } })
    expect(starts.filter((start) => start >= '2027-04-29T18' && start < '2027-04-30T18')).toEqual([
      '2027-04-29T20:30:00Z',
      '2027-04-29T21:00:00Z',
      '2027-04-29T21:30:00Z',
      '2027-04-29T22:00:00Z',
    ])
  })

  it('doesn’t bridge the gap after a trip to the east', () => {
    const tokyo = { from: '2027-03-16', to: '2027-03-16', zone: zoneTable('Asia/Tokyo') }
    // Tokyo's midnight is at 15:00 UTC, nine hours before the next date begins.
    const starts = startsOf({
      days: ['2027-03-16', '2027-03-17'],
      timeZone: 'UTC',
      week: nights,
      startTimes: { every: 30 },
      travels: [tokyo],
    })
    expect(starts.filter((start) => start >= '2027-03-16T12' && start < '2027-03-17T00')).toEqual([
      '2027-03-16T13:30:00Z',
      '2027-03-16T14:00:00Z',
    ])
  })
})

describe('the grid of a range', () => {
  const days: Given['days'] = ['2027-03-15', '2027-03-15']

  it('leaves out a slot that would run past the end of its range', () => {
    expect(startsOf({ days, week: everyDay('09:00-10:40'), durationMinutes: 45 })).toEqual([
      '2027-03-15T13:00:00Z',
      '2027-03-15T13:45:00Z',
    ])
  })

  it('joins touching ranges of a day in any order: 09:00-10:20 and 10:20-12:00', () => {
    const expected = [
      '2027-03-15T13:00:00Z',
      '2027-03-15T13:45:00Z',
      '2027-03-15T14:30:00Z',
      '2027-03-15T15:15:00Z',
    ]
    expect(startsOf({ days, week: everyDay('09:00-10:20', '10:20-12:00'), durationMinutes: 45 })).toEqual(
      expected,
    )
    expect(startsOf({ days, week: everyDay('10:20-12:00', '09:00-10:20'), durationMinutes: 45 })).toEqual(
      expected,
    )
  })

  it('restarts for ranges that are a minute apart', () => {
    expect(startsOf({ days, week: everyDay('09:00-10:20', '10:21-12:00'), durationMinutes: 45 })).toEqual([
      '2027-03-15T13:00:00Z',
      '2027-03-15T14:21:00Z',
      '2027-03-15T15:06:00Z',
    ])
  })

  it("doesn't move when something is busy", () => {
    const busy = [between('2027-03-15T13:10:00Z', '2027-03-15T13:20:00Z')]
    expect(startsOf({ days, week: everyDay('09:00-12:00'), busy })).toEqual([
      '2027-03-15T14:00:00Z',
      '2027-03-15T15:00:00Z',
    ])
  })

  it("doesn't move with the requested range, the current time or a period", () => {
    const week = everyDay('00:00-23:59')
    const whole = { ...query({ days, week, durationMinutes: 50 }) }
    const asked = { ...whole, range: between('2027-03-15T13:11:00Z', '2027-03-15T14:51:00Z') }
    const expected = ['2027-03-15T13:10:00Z', '2027-03-15T14:00:00Z', '2027-03-15T14:50:00Z']
    expect(offeredSlots(asked).map(({ start }) => iso(start))).toEqual(expected.slice(1))
    const late = {
      ...whole,
      now: at('2027-03-15T12:59:00Z'),
      eventPeriod: { start: 0, end: at('2027-03-15T15:41:00Z') },
    }
    expect(offeredSlots(late).map(({ start }) => iso(start))).toEqual(expected)
  })
})
