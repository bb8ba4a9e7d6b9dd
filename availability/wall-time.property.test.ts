import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from './units.ts'
import {
  dayOf,
  formatDate,
  formatTime,
  instantFromWall,
  instantToLocalDateTime,
  localDateTimeToInstant,
  parseDate,
  startOfDay,
  wallFromInstant,
  weekdayOf,
} from './wall-time.ts'
import { setZoneSource, zoneTable } from '../contract/time/time-zones.ts'
import { runtimeZones } from '../server/time-zones/runtime-zones.ts'

// By the same rules as Temporal's.
setZoneSource(runtimeZones().load().read)

const numRuns = Number(process.env['AVAILABILITY_CASES'] ?? 1_000)
const lastYear = numRuns < 20_000 ? 2040 : 2105

// These tests compare against native Temporal, which the tested code never uses.
const ZONES = Intl.supportedValuesOf('timeZone')
const EPOCH = Temporal.PlainDate.from('1970-01-01')

const zone = fc.constantFrom(...ZONES)
const epochDay = fc.integer({ min: 0, max: parseDate('2105-12-31') })
const instant = fc.integer({ min: 0, max: parseDate('2105-12-31') * 24 * HOUR })

const plainDate = (day: number): Temporal.PlainDate => EPOCH.add({ days: day })
const dayNumber = (date: Temporal.PlainDate): number => EPOCH.until(date).days

const twoDigits = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'))

function nameOrText(read: () => string): string {
  try {
    return read()
  } catch (error) {
    return error instanceof Error ? error.name : 'not an Error'
  }
}

/** Every instant between two years at which the offset of a zone changes. */
function changesOf(timeZone: string, from: number, to: number): Temporal.ZonedDateTime[] {
  const changes: Temporal.ZonedDateTime[] = []
  let next = Temporal.PlainDate.from(`${from}-01-01`).toZonedDateTime(timeZone).getTimeZoneTransition('next')
  while (next && next.year <= to) {
    changes.push(next)
    next = next.getTimeZoneTransition('next')
  }
  return changes
}

describe('dates', () => {
  it('count and format as in the Gregorian calendar', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_932_896 }), (day) => {
        const date = plainDate(day)
        expect(formatDate(day)).toBe(date.toString())
        expect(parseDate(date.toString())).toBe(day)
        expect(weekdayOf(day)).toBe(date.dayOfWeek - 1)
      }),
      { numRuns },
    )
  })

  it('parse exactly if they exist in the calendar', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1970, max: 9999 }), twoDigits(15), twoDigits(35), (year, month, day) => {
        const text = `${year}-${month}-${day}`
        const calendar = nameOrText(() => Temporal.PlainDate.from(text).toString())
        expect(nameOrText(() => formatDate(parseDate(text)))).toBe(calendar)
      }),
      { numRuns },
    )
  })
})

describe('wall times, in every zone', () => {
  it(`convert to Temporal's "compatible" instants`, () => {
    fc.assert(
      fc.property(zone, epochDay, fc.integer({ min: 0, max: 1439 }), (timeZone, day, minute) => {
        const expected = plainDate(day).toPlainDateTime({
          hour: Math.floor(minute / 60),
          minute: minute % 60,
        })
        expect(instantFromWall(zoneTable(timeZone), day, minute)).toBe(
          expected.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds,
        )
      }),
      { numRuns },
    )
  })

  it('round-trip from any instant outside a second pass', () => {
    fc.assert(
      fc.property(zone, instant, (timeZone, time) => {
        const table = zoneTable(timeZone)
        const shown = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone)
        const wall = wallFromInstant(table, time)
        expect(wall).toEqual({
          epochDay: dayNumber(shown.toPlainDate()),
          minuteOfDay: shown.hour * 60 + shown.minute,
          offset: shown.offsetNanoseconds / 1e6,
        })
        expect(dayOf(table, time)).toBe(wall.epochDay)
        const minuteStart = time - ((((time + wall.offset) % MINUTE) + MINUTE) % MINUTE)
        const back = instantFromWall(table, wall.epochDay, wall.minuteOfDay)
        expect(back).toBeLessThanOrEqual(minuteStart)
        expect(wallFromInstant(table, back).minuteOfDay).toBe(wall.minuteOfDay)
      }),
      { numRuns },
    )
  })

  it('are right on both sides of every upcoming change', () => {
    for (const timeZone of ZONES) {
      const table = zoneTable(timeZone)
      for (const change of changesOf(timeZone, 2015, lastYear)) {
        const before = change.subtract({ nanoseconds: 1 })
        expect(wallFromInstant(table, change.epochMilliseconds).offset).toBe(change.offsetNanoseconds / 1e6)
        expect(wallFromInstant(table, change.epochMilliseconds - 1).offset).toBe(
          before.offsetNanoseconds / 1e6,
        )
        for (const step of [-70, -30, -1, 0, 1, 30, 70]) {
          const wall = change.toPlainDateTime().add({ minutes: step })
          expect(
            instantFromWall(table, dayNumber(wall.toPlainDate()), wall.hour * 60 + wall.minute),
            `${timeZone} ${wall.toString()}`,
          ).toBe(wall.toZonedDateTime(timeZone).epochMilliseconds)
        }
        for (const days of [-1, 0, 1]) {
          const date = change.toPlainDate().add({ days })
          expect(startOfDay(table, dayNumber(date)), `${timeZone} ${date.toString()}`).toBe(
            date.toZonedDateTime(timeZone).epochMilliseconds,
          )
        }
      }
    }
  })

  it('never run backward within a day, except out of a gap', () => {
    fc.assert(
      fc.property(zone, epochDay, fc.integer({ min: 0, max: 1439 }), (timeZone, day, minute) => {
        const table = zoneTable(timeZone)
        const now = instantFromWall(table, day, minute)
        const next = instantFromWall(table, day, minute + 1)
        const leavesGap = wallFromInstant(table, now).minuteOfDay !== minute
        expect(next > now || leavesGap).toBe(true)
      }),
      { numRuns },
    )
  })
})

describe('days, in every zone', () => {
  it('start where the previous day ends, and never earlier', () => {
    fc.assert(
      fc.property(zone, epochDay, (timeZone, day) => {
        const table = zoneTable(timeZone)
        const start = startOfDay(table, day)
        expect(start).toBe(plainDate(day).toZonedDateTime(timeZone).epochMilliseconds)
        expect(startOfDay(table, day + 1)).toBeGreaterThanOrEqual(start)
        expect(dayOf(table, start - 1)).toBeLessThan(day)
      }),
      { numRuns },
    )
  })
})

describe('the edges of a period, in every zone', () => {
  it('round-trip through a form, except for repeated or skipped times', () => {
    fc.assert(
      fc.property(
        zone,
        epochDay.filter((day) => day > 0),
        fc.integer({ min: 0, max: 1439 }),
        fc.constantFrom('start', 'end'),
        (timeZone, day, minute, edge) => {
          const table = zoneTable(timeZone)
          const once = localDateTimeToInstant(formatDate(day), formatTime(minute), table, edge)
          const shown = instantToLocalDateTime(once, table, edge)
          expect(localDateTimeToInstant(shown.date, shown.time, table, edge)).toBe(once)
        },
      ),
      { numRuns },
    )
  })
})
