import { describe, expect, it } from 'vitest'
import { offeredSlots } from './slots.ts'
import { at, between, day, EMPTY, everyDay, type Given, iso, query, startsOf } from './slots.test-support.ts'

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
      '2027-03-16T04:00:00Z',
      '2027-03-16T04:45:00Z',
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
