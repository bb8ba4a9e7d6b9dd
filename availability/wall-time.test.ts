import { describe, expect, it } from 'vitest'
import {
  dayOf,
  instantFromWall,
  instantToLocalDateTime,
  localDateTimeToInstant,
  parseDate,
  parseTime,
  periodEnd,
  startOfDay,
  wallFromInstant,
} from './wall-time.ts'
import { zoneTable } from '../contract/time/time-zones.ts'

const iso = (instant: number): string => Temporal.Instant.fromEpochMilliseconds(instant).toString()
const at = (text: string): number => Temporal.Instant.from(text).epochMilliseconds

const wall = (timeZone: string, date: string, time: string): string =>
  iso(instantFromWall(zoneTable(timeZone), parseDate(date), parseTime(time)))

const dayStart = (timeZone: string, date: string): string =>
  iso(startOfDay(zoneTable(timeZone), parseDate(date)))

const endOf = (instant: string, timeZone: string): string => iso(periodEnd(at(instant), zoneTable(timeZone)))

describe('a wall time at a clock change', () => {
  it('moves forward by the gap if the zone skips it', () => {
    expect(wall('America/New_York', '2027-03-14', '01:59')).toBe('2027-03-14T06:59:00Z')
    expect(wall('America/New_York', '2027-03-14', '02:00')).toBe('2027-03-14T07:00:00Z')
    expect(wall('America/New_York', '2027-03-14', '02:30')).toBe('2027-03-14T07:30:00Z')
    expect(wall('America/New_York', '2027-03-14', '03:00')).toBe('2027-03-14T07:00:00Z')
    expect(wall('Australia/Lord_Howe', '2026-10-04', '02:10')).toBe('2026-10-03T15:40:00Z')
    expect(wall('Antarctica/Troll', '2027-03-28', '01:30')).toBe('2027-03-28T01:30:00Z')
  })

  it('is the first of two if it repeats', () => {
    expect(wall('America/New_York', '2027-11-07', '01:00')).toBe('2027-11-07T05:00:00Z')
    expect(wall('America/New_York', '2027-11-07', '01:59')).toBe('2027-11-07T05:59:00Z')
    expect(wall('America/New_York', '2027-11-07', '02:00')).toBe('2027-11-07T07:00:00Z')
    expect(wall('Europe/Dublin', '2026-10-25', '01:30')).toBe('2026-10-25T00:30:00Z')
    expect(wall('America/St_Johns', '2010-11-07', '00:00')).toBe('2010-11-07T02:30:00Z')
  })

  it('reads back from an instant in either pass', () => {
    const table = zoneTable('America/New_York')
    const epochDay = parseDate('2027-11-07')
    expect(wallFromInstant(table, at('2027-11-07T05:30:59.999Z'))).toEqual({
      epochDay,
      minuteOfDay: 90,
      offset: -14_400_000,
    })
    expect(wallFromInstant(table, at('2027-11-07T06:30:00Z'))).toEqual({
      epochDay,
      minuteOfDay: 90,
      offset: -18_000_000,
    })
  })
})

describe('startOfDay', () => {
  it('is 01:00 if midnight is skipped', () => {
    expect(dayStart('Africa/Cairo', '2026-04-24')).toBe('2026-04-23T22:00:00Z')
    expect(dayStart('Asia/Beirut', '2027-03-28')).toBe('2027-03-27T22:00:00Z')
    expect(dayStart('America/Sao_Paulo', '2017-10-15')).toBe('2017-10-15T03:00:00Z')
  })

  it('is the midnight that belongs to the day if the hour before it repeats', () => {
    expect(dayStart('Africa/Cairo', '2026-10-30')).toBe('2026-10-29T22:00:00Z')
    expect(dayStart('America/Sao_Paulo', '2018-02-18')).toBe('2018-02-18T03:00:00Z')
  })

  it('is the first midnight if midnight itself repeats', () => {
    expect(dayStart('America/Havana', '2026-11-01')).toBe('2026-11-01T04:00:00Z')
    expect(dayStart('America/St_Johns', '2010-11-07')).toBe('2010-11-07T02:30:00Z')
  })

  it('is the first instant after a gap that started the evening before', () => {
    // In Toronto in 1919, 00:30 followed 23:30. A wall time of 00:00 moves to 01:00, but the day begins at 00:30.
    expect(dayOf(zoneTable('America/Toronto'), at('1919-03-31T04:29:59Z'))).toBe(-18_540)
    expect(iso(startOfDay(zoneTable('America/Toronto'), -18_539))).toBe('1919-03-31T04:30:00Z')
    expect(iso(instantFromWall(zoneTable('America/Toronto'), -18_539, 0))).toBe('1919-03-31T05:00:00Z')
  })

  it('makes a day that the zone skipped an empty day', () => {
    expect(dayStart('Pacific/Apia', '2011-12-29')).toBe('2011-12-29T10:00:00Z')
    expect(dayStart('Pacific/Apia', '2011-12-30')).toBe('2011-12-30T10:00:00Z')
    expect(dayStart('Pacific/Apia', '2011-12-31')).toBe('2011-12-30T10:00:00Z')
    expect(dayStart('Pacific/Apia', '2012-01-01')).toBe('2011-12-31T10:00:00Z')
  })

  it('handles zones that are a day apart', () => {
    expect(dayStart('Pacific/Kiritimati', '2027-01-01')).toBe('2026-12-31T10:00:00Z')
    expect(dayStart('Pacific/Pago_Pago', '2027-01-01')).toBe('2027-01-01T11:00:00Z')
  })
})

describe('the edges of a period in a form', () => {
  it('read an end of 23:59 as the end of the day', () => {
    const end = localDateTimeToInstant('2027-03-14', '23:59', zoneTable('America/New_York'), 'end')
    expect(iso(end)).toBe('2027-03-15T04:00:00Z')
    expect(instantToLocalDateTime(end, zoneTable('America/New_York'), 'end')).toEqual({
      date: '2027-03-14',
      time: '23:59',
    })
  })

  it('read a start of 23:59, and an end at any other time, literally', () => {
    expect(iso(localDateTimeToInstant('2027-03-14', '23:59', zoneTable('America/New_York'), 'start'))).toBe(
      '2027-03-15T03:59:00Z',
    )
    expect(iso(localDateTimeToInstant('2027-03-14', '23:58', zoneTable('America/New_York'), 'end'))).toBe(
      '2027-03-15T03:58:00Z',
    )
    expect(iso(localDateTimeToInstant('2027-03-14', '00:00', zoneTable('Asia/Kolkata'), 'start'))).toBe(
      '2027-03-13T18:30:00Z',
    )
  })

  it('show midnight as 00:00 of its day for a start and 23:59 of the day before for an end', () => {
    const midnight = at('2027-03-13T18:30:00Z')
    expect(instantToLocalDateTime(midnight, zoneTable('Asia/Kolkata'), 'start')).toEqual({
      date: '2027-03-14',
      time: '00:00',
    })
    expect(instantToLocalDateTime(midnight, zoneTable('Asia/Kolkata'), 'end')).toEqual({
      date: '2027-03-13',
      time: '23:59',
    })
  })

  it("end a day whose next midnight is skipped or doesn't exist", () => {
    expect(iso(localDateTimeToInstant('2026-04-23', '23:59', zoneTable('Africa/Cairo'), 'end'))).toBe(
      '2026-04-23T22:00:00Z',
    )
    const end = localDateTimeToInstant('2011-12-29', '23:59', zoneTable('Pacific/Apia'), 'end')
    expect(iso(end)).toBe('2011-12-30T10:00:00Z')
    expect(instantToLocalDateTime(end, zoneTable('Pacific/Apia'), 'end')).toEqual({
      date: '2011-12-29',
      time: '23:59',
    })
  })

  it('can end with the last day a form can express', () => {
    const end = localDateTimeToInstant('9999-12-31', '23:59', zoneTable('America/New_York'), 'end')
    expect(instantToLocalDateTime(end, zoneTable('America/New_York'), 'end')).toEqual({
      date: '9999-12-31',
      time: '23:59',
    })
  })

  it('reject malformed input', () => {
    expect(() => localDateTimeToInstant('2026-02-30', '10:00', zoneTable('UTC'), 'start')).toThrow(
      'Not a date: 2026-02-30',
    )
    expect(() => localDateTimeToInstant('2026-02-03', '24:00', zoneTable('UTC'), 'end')).toThrow(
      'Not a time of day: 24:00',
    )
    expect(() => localDateTimeToInstant('2026-02-03', '10:00', zoneTable('Nowhere'), 'end')).toThrow(
      'Unknown time zone: Nowhere',
    )
  })
})

describe('periodEnd', () => {
  it("moves an end within the zone's 23:59 to the end of that day", () => {
    expect(endOf('2027-03-15T03:59:00Z', 'America/New_York')).toBe('2027-03-15T04:00:00Z')
    expect(endOf('2027-03-15T03:59:59.999Z', 'America/New_York')).toBe('2027-03-15T04:00:00Z')
    expect(endOf('2027-03-14T18:29:00Z', 'Asia/Kolkata')).toBe('2027-03-14T18:30:00Z')
  })

  it('keeps any other end, including midnight', () => {
    expect(endOf('2027-03-15T03:58:59.999Z', 'America/New_York')).toBe('2027-03-15T03:58:59.999Z')
    expect(endOf('2027-03-15T04:00:00Z', 'America/New_York')).toBe('2027-03-15T04:00:00Z')
    expect(endOf('2027-03-15T03:59:00Z', 'UTC')).toBe('2027-03-15T03:59:00Z')
  })

  it('ends the day after both passes if 23:59 repeats', () => {
    expect(endOf('2026-10-29T20:59:00Z', 'Africa/Cairo')).toBe('2026-10-29T22:00:00Z')
    expect(endOf('2026-10-29T21:59:00Z', 'Africa/Cairo')).toBe('2026-10-29T22:00:00Z')
  })
})
