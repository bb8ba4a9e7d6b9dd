import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR } from '../../../../availability/units.ts'
import {
  instantFromWall,
  parseDate,
  startOfDay,
  wallFromInstant,
} from '../../../../availability/wall-time.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import { axisOf, gapsOf, instantAt, topOf } from './axis.ts'

const weekFrom = (date: string) => Array.from({ length: 7 }, (_, index) => parseDate(date) + index)
const axisIn = (zone: string, date: string) => axisOf(zoneTable(zone), weekFrom(date))
const hoursLong = ({ start, end }: { start: number; end: number }) => (end - start) / HOUR

describe('the hours of a week', () => {
  it('are the same every day without a clock change', () => {
    const axis = axisIn('Europe/Berlin', '2027-01-04')
    expect(axis.minutes).toBe(1440)
    expect(axis.hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
    for (const day of axis.days) {
      expect(
        topOf(day, Date.parse('2027-01-04T08:30:00Z') + (day.epochDay - parseDate('2027-01-04')) * 24 * HOUR),
      ).toBe(9.5 * 60)
      expect(gapsOf(day, axis)).toEqual([])
    }
  })

  it('leave out the hour that a day skips', () => {
    const axis = axisIn('Europe/Berlin', '2027-03-22')
    const sunday = axis.days[6]!
    expect(hoursLong(sunday)).toBe(23)
    expect(axis.minutes).toBe(1440)
    expect(gapsOf(sunday, axis)).toEqual([{ top: 120, bottom: 180 }])
    expect(topOf(sunday, Date.parse('2027-03-28T01:00:00Z'))).toBe(180)
    expect(instantAt(sunday, 150)).toBeNull()
    expect(gapsOf(axis.days[0]!, axis)).toEqual([])
  })

  it('have the hour twice that a day repeats, and a gap on the other days', () => {
    const axis = axisIn('America/New_York', '2026-11-01')
    const [sunday, monday] = axis.days as [(typeof axis.days)[0], (typeof axis.days)[0]]
    expect(hoursLong(sunday)).toBe(25)
    expect(axis.minutes).toBe(1500)
    expect(axis.hours.slice(0, 4)).toEqual([
      { hour: 0, top: 0 },
      { hour: 1, top: 60 },
      { hour: 1, top: 120 },
      { hour: 2, top: 180 },
    ])
    expect(topOf(sunday, Date.parse('2026-11-01T05:30:00Z'))).toBe(90)
    expect(topOf(sunday, Date.parse('2026-11-01T06:30:00Z'))).toBe(150)
    expect(gapsOf(sunday, axis)).toEqual([])
    expect(gapsOf(monday, axis)).toEqual([{ top: 120, bottom: 180 }])
    // Nine in the morning is next to nine in the morning.
    expect(topOf(sunday, Date.parse('2026-11-01T14:00:00Z'))).toBe(600)
    expect(topOf(monday, Date.parse('2026-11-02T14:00:00Z'))).toBe(600)
  })

  it('know changes at midnight and by half an hour', () => {
    const skipped = axisIn('Africa/Cairo', '2026-04-20')
    expect(gapsOf(skipped.days[4]!, skipped)).toEqual([{ top: 0, bottom: 60 }])
    const repeated = axisIn('Africa/Cairo', '2026-10-26')
    expect(hoursLong(repeated.days[3]!)).toBe(25)
    expect(gapsOf(repeated.days[3]!, repeated)).toEqual([])
    expect(gapsOf(repeated.days[4]!, repeated)).toEqual([{ top: 1440, bottom: 1500 }])
    const half = axisIn('Australia/Lord_Howe', '2027-03-29')
    expect(half.minutes).toBe(1470)
    expect(hoursLong(half.days[6]!)).toBe(24.5)
  })

  it('place every instant once, in order, at the height of its time on the clock', () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Africa/Cairo',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: parseDate('2026-01-01'), max: parseDate('2028-01-01') }),
        fc.integer({ min: 0, max: 6 }),
        fc.array(fc.integer({ min: 0, max: 25 * 60 - 1 }), { minLength: 2, maxLength: 20 }),
        (zone, first, index, minutes) => {
          const table = zoneTable(zone)
          const axis = axisOf(
            table,
            Array.from({ length: 7 }, (_, ahead) => first + ahead),
          )
          const day = axis.days[index]!
          expect(day.start).toBe(startOfDay(table, first + index))
          const instants = [...new Set(minutes)]
            .toSorted((a, b) => a - b)
            .map((minute) => day.start + minute * 60_000)
            .filter((at) => at < day.end)
          const tops = instants.map((at) => topOf(day, at))
          expect(tops).toEqual([...new Set(tops)].toSorted((a, b) => a - b))
          for (const [at, instant] of instants.entries()) {
            expect(tops[at]).toBeGreaterThanOrEqual(0)
            expect(tops[at]).toBeLessThan(axis.minutes)
            expect(instantAt(day, tops[at]!)).toBe(instant)
            const { minuteOfDay } = wallFromInstant(table, instant)
            const isFirstPass = instantFromWall(table, day.epochDay, minuteOfDay) === instant
            const isSkipped = (other: (typeof axis.days)[0]) =>
              wallFromInstant(table, instantFromWall(table, other.epochDay, minuteOfDay)).minuteOfDay !==
              minuteOfDay
            for (const other of axis.days) {
              // A time that some day repeats is at the height of its first pass.
              if (!isFirstPass || isSkipped(other)) continue
              expect(topOf(other, instantFromWall(table, other.epochDay, minuteOfDay))).toBe(tops[at])
            }
          }
        },
      ),
    )
  })
})
