import { describe, expect, it } from 'vitest'
import { dayOf, offsetAt, parseDate, startOfDay } from './wall-time.ts'
import { isTimeZone, zoneTable } from '../contract/time/time-zones.ts'

const iso = (instant: number): string => Temporal.Instant.fromEpochMilliseconds(instant).toString()

describe('zoneTable', () => {
  it('shares one table for all spellings of a zone name', () => {
    expect(zoneTable('europe/BERLIN')).toBe(zoneTable('Europe/Berlin'))
    expect(zoneTable('EUROPE/berlin').rules.timeZone).toBe('Europe/Berlin')
  })

  it.each([
    'UTC',
    'Asia/Kolkata',
    'Asia/Calcutta',
    'America/Argentina/Buenos_Aires',
    'Etc/GMT+5',
    'US/Eastern',
  ])('accepts %s', (timeZone) => expect(isTimeZone(timeZone)).toBe(true))

  it.each([
    '',
    '+05:30',
    '-0800',
    '+05',
    'Mars/Olympus',
    'Europe/Berlin ',
    'constructor',
    '../UTC',
    'Asia/\u212Aathmandu',
  ])('rejects %j', (timeZone) => {
    // Looks up the usual spelling first, so that a lookalike can't reuse the cached table.
    expect(isTimeZone('Asia/Kathmandu')).toBe(true)
    expect(isTimeZone(timeZone)).toBe(false)
    expect(() => zoneTable(timeZone)).toThrow(new RangeError(`Unknown time zone: ${timeZone}`))
  })

  it('stays correct after lookups in every century', () => {
    const table = zoneTable('America/New_York')
    for (let year = 1970; year < 9999; year += 50) startOfDay(table, parseDate(`${year}-07-01`))
    expect(iso(startOfDay(table, parseDate('2027-07-01')))).toBe('2027-07-01T04:00:00Z')
    expect(iso(startOfDay(table, parseDate('2099-07-01')))).toBe('2099-07-01T04:00:00Z')
  })

  it('is correct if a change falls between two blocks of probed days', () => {
    // By today's rules, the hour before this midnight repeats, and a block ends within it.
    const midnight = Temporal.PlainDate.from('2065-10-25').toZonedDateTime('America/Nuuk')
    expect(startOfDay(zoneTable('America/Nuuk'), parseDate('2065-10-25'))).toBe(midnight.epochMilliseconds)
  })

  it('answers for any instant', () => {
    expect(dayOf(zoneTable('UTC'), 8.64e15)).toBe(100_000_000)
    expect(dayOf(zoneTable('Europe/Berlin'), -8.64e15)).toBe(-100_000_000)
  })

  it.each([1e300, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN])(
    'answers for %d',
    (instant) => {
      expect(offsetAt(zoneTable('Europe/Berlin'), instant)).toBeTypeOf('number')
    },
  )
})
