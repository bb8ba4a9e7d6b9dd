import { describe, expect, it } from 'vitest'
import { isOffered } from './slots.ts'
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

describe('weekly hours are wall-clock times in the event zone', () => {
  it('start at nine in New York before, on and after 2027-03-14', () => {
    const starts = startsOf({ days: ['2027-03-13', '2027-03-15'], week: everyDay('09:00-11:00') })
    expect(starts).toEqual([
      '2027-03-13T14:00:00Z',
      '2027-03-13T15:00:00Z',
      '2027-03-14T13:00:00Z',
      '2027-03-14T14:00:00Z',
      '2027-03-15T13:00:00Z',
      '2027-03-15T14:00:00Z',
    ])
  })

  it('offer a full working day on 2027-03-14 and on 2027-11-07', () => {
    const spring = offeredSlots(query({ days: ['2027-03-14', '2027-03-14'] }))
    expect(spring).toHaveLength(8)
    expect(spring.at(0)).toEqual(between('2027-03-14T13:00:00Z', '2027-03-14T14:00:00Z'))
    expect(spring.at(-1)).toEqual(between('2027-03-14T20:00:00Z', '2027-03-14T21:00:00Z'))
    const autumn = offeredSlots(query({ days: ['2027-11-07', '2027-11-07'] }))
    expect(autumn).toHaveLength(8)
    expect(autumn.at(0)).toEqual(between('2027-11-07T14:00:00Z', '2027-11-07T15:00:00Z'))
    expect(autumn.at(-1)).toEqual(between('2027-11-07T21:00:00Z', '2027-11-07T22:00:00Z'))
  })

  it('last three hours between 00:00 and 04:00 on 2027-03-14', () => {
    expect(startsOf({ days: ['2027-03-14', '2027-03-14'], week: everyDay('00:00-04:00') })).toEqual([
      '2027-03-14T05:00:00Z',
      '2027-03-14T06:00:00Z',
      '2027-03-14T07:00:00Z',
    ])
  })

  it('last five hours between 00:00 and 04:00 on 2027-11-07', () => {
    expect(startsOf({ days: ['2027-11-07', '2027-11-07'], week: everyDay('00:00-04:00') })).toEqual([
      '2027-11-07T04:00:00Z',
      '2027-11-07T05:00:00Z',
      '2027-11-07T06:00:00Z',
      '2027-11-07T07:00:00Z',
      '2027-11-07T08:00:00Z',
    ])
  })

  it('move a range edge inside the gap forward by the gap', () => {
    const days: Given['days'] = ['2027-03-14', '2027-03-14']
    expect(startsOf({ days, week: everyDay('02:30-04:00'), durationMinutes: 15 })).toEqual([
      '2027-03-14T07:30:00Z',
      '2027-03-14T07:45:00Z',
    ])
    expect(startsOf({ days, week: everyDay('01:30-02:30'), durationMinutes: 30 })).toEqual([
      '2027-03-14T06:30:00Z',
      '2027-03-14T07:00:00Z',
    ])
  })

  it('offer nothing in a range whose edges coincide or swap in the gap', () => {
    const days: Given['days'] = ['2027-03-14', '2027-03-14']
    expect(startsOf({ days, week: everyDay('02:00-03:00'), durationMinutes: 15 })).toEqual([])
    expect(startsOf({ days, week: everyDay('02:30-03:15'), durationMinutes: 15 })).toEqual([])
  })

  it('use the first occurrence of a repeated range edge', () => {
    const days: Given['days'] = ['2027-11-07', '2027-11-07']
    expect(startsOf({ days, week: everyDay('00:30-01:30'), durationMinutes: 30 })).toEqual([
      '2027-11-07T04:30:00Z',
      '2027-11-07T05:00:00Z',
    ])
    expect(startsOf({ days, week: everyDay('01:30-02:00'), durationMinutes: 30 })).toEqual([
      '2027-11-07T05:30:00Z',
      '2027-11-07T06:00:00Z',
      '2027-11-07T06:30:00Z',
    ])
  })

  it('keep both grids if the gap moves one range onto another, without duplicate slots', () => {
    const given: Given = { days: ['2027-03-14', '2027-03-14'], week: everyDay('02:15-02:45', '03:00-04:00') }
    expect(startsOf({ ...given, durationMinutes: 30 })).toEqual([
      '2027-03-14T07:00:00Z',
      '2027-03-14T07:15:00Z',
      '2027-03-14T07:30:00Z',
    ])
    expect(startsOf({ ...given, durationMinutes: 15 })).toEqual([
      '2027-03-14T07:00:00Z',
      '2027-03-14T07:15:00Z',
      '2027-03-14T07:30:00Z',
      '2027-03-14T07:45:00Z',
    ])
    expect(startsOf({ ...given, week: everyDay('02:00-02:30', '03:00-04:00'), durationMinutes: 30 })).toEqual(
      ['2027-03-14T07:00:00Z', '2027-03-14T07:30:00Z'],
    )
    const busy = [between('2027-03-14T07:10:00Z', '2027-03-14T07:20:00Z')]
    expect(startsOf({ ...given, durationMinutes: 30, busy })).toEqual(['2027-03-14T07:30:00Z'])
  })

  it('start a separate grid after a gap between two ranges', () => {
    const week = everyDay('01:00-02:00', '03:00-05:00')
    expect(startsOf({ days: ['2027-03-14', '2027-03-14'], week, durationMinutes: 45 })).toEqual([
      '2027-03-14T06:00:00Z',
      '2027-03-14T07:00:00Z',
      '2027-03-14T07:45:00Z',
    ])
  })

  it('start the day at 01:00 in Cairo on 2026-04-24 and in Beirut on 2027-03-28', () => {
    const week = everyDay('00:00-02:00')
    const cairo: Given['days'] = ['2026-04-23', '2026-04-24']
    expect(startsOf({ days: cairo, week, timeZone: 'Africa/Cairo', durationMinutes: 30 })).toEqual([
      '2026-04-22T22:00:00Z',
      '2026-04-22T22:30:00Z',
      '2026-04-22T23:00:00Z',
      '2026-04-22T23:30:00Z',
      '2026-04-23T22:00:00Z',
      '2026-04-23T22:30:00Z',
    ])
    expect(startsOf({ days: ['2027-03-28', '2027-03-28'], week, timeZone: 'Asia/Beirut' })).toEqual([
      '2027-03-27T22:00:00Z',
    ])
  })

  it('last three hours after 22:00 in Cairo on 2026-10-29 and in Beirut on 2026-10-24', () => {
    const week = everyDay('22:00-23:59')
    expect(startsOf({ days: ['2026-10-29', '2026-10-29'], week, timeZone: 'Africa/Cairo' })).toEqual([
      '2026-10-29T19:00:00Z',
      '2026-10-29T20:00:00Z',
      '2026-10-29T21:00:00Z',
    ])
    expect(startsOf({ days: ['2026-10-24', '2026-10-24'], week, timeZone: 'Asia/Beirut' })).toEqual([
      '2026-10-24T19:00:00Z',
      '2026-10-24T20:00:00Z',
      '2026-10-24T21:00:00Z',
    ])
  })

  it('are empty on a date that the zone skipped', () => {
    const days: Given['days'] = ['2011-12-29', '2011-12-31', 'UTC']
    const friday = { ...EMPTY, friday: day('09:00-17:00') }
    expect(startsOf({ days, week: friday, timeZone: 'Pacific/Apia' })).toEqual([])
    expect(startsOf({ days, week: everyDay('09:00-10:00'), timeZone: 'Pacific/Apia' })).toEqual([
      '2011-12-29T19:00:00Z',
      '2011-12-30T19:00:00Z',
      '2011-12-31T19:00:00Z',
    ])
  })

  it('include a slot that a gap before midnight moves into the next date', () => {
    // Nuuk skips from 23:00 on Saturday to 00:00 on Sunday, so 23:30 on Saturday becomes 00:30.
    const saturday = { ...EMPTY, saturday: day('22:30-23:30') }
    const nuuk = { week: saturday, timeZone: 'America/Nuuk', durationMinutes: 30 }
    expect(startsOf({ ...nuuk, days: ['2024-03-30', '2024-03-30'] })).toEqual(['2024-03-31T00:30:00Z'])
    expect(startsOf({ ...nuuk, days: ['2024-03-31', '2024-03-31'] })).toEqual(['2024-03-31T01:00:00Z'])
    expect(startsOf({ ...nuuk, days: ['2024-03-30', '2024-03-30'], week: everyDay('22:30-23:59') })).toEqual([
      '2024-03-31T00:30:00Z',
    ])
  })

  it('include a slot that a repeated hour moves into the previous date', () => {
    // St. John's went from 00:01 on Sunday back to 23:01 on Saturday, so the first hour of Sunday took two hours.
    const sunday = { ...EMPTY, sunday: day('00:00-01:00') }
    const stJohns = { week: sunday, timeZone: 'America/St_Johns', durationMinutes: 40 }
    const asked = query({ ...stJohns, days: ['2010-11-07', '2010-11-07'] })
    expect(offeredSlots(asked).map(({ start }) => iso(start))).toEqual([
      '2010-11-07T02:30:00Z',
      '2010-11-07T03:10:00Z',
      '2010-11-07T03:50:00Z',
    ])
    expect(isOffered(asked, at('2010-11-07T03:10:00Z'))).toBe(true)
  })

  it('support half-hour offsets (Kolkata)', () => {
    const monday = { ...EMPTY, monday: day('09:00-10:00') }
    const kolkata: Given = { days: ['2027-03-15', '2027-03-15'], week: monday, timeZone: 'Asia/Kolkata' }
    expect(startsOf({ ...kolkata, durationMinutes: 30 })).toEqual([
      '2027-03-15T03:30:00Z',
      '2027-03-15T04:00:00Z',
    ])
    expect(startsOf({ ...kolkata, days: ['2027-03-14', '2027-03-14', 'America/New_York'] })).toEqual([
      '2027-03-15T03:30:00Z',
    ])
  })
})
