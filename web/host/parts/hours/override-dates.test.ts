import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDate, parseDate } from '../../../../availability/wall-time.ts'
import { overlappingDates } from '../../../../contract/events/event-rules.ts'
import { type DateOverride } from '../../../../contract/hours/hours.ts'
import { datesText, overrideHours, withOverride } from './override-dates.ts'

const closed = (from: string, to: string, name = ''): DateOverride => ({ from, to, name, slots: [] })

describe('adding a date override', () => {
  it('splits an older range', () => {
    const trip = closed('2027-03-01', '2027-03-10', 'Trip')
    const meeting = { ...closed('2027-03-05', '2027-03-05'), slots: [{ start: '09:00', end: '10:00' }] }
    expect(withOverride([trip], meeting)).toEqual([
      { ...trip, to: '2027-03-04' },
      meeting,
      { ...trip, from: '2027-03-06' },
    ])
  })

  it('replaces what it covers completely', () => {
    const all = closed('2027-03-01', '2027-03-31', 'March')
    expect(
      withOverride([closed('2027-03-01', '2027-03-02'), closed('2027-03-30', '2027-03-31')], all),
    ).toEqual([all])
  })

  it('takes all dates, from the first to the last', () => {
    const all = closed('1970-01-01', '9999-12-31')
    expect(withOverride([closed('2027-03-01', '9999-12-31')], all)).toEqual([all])
    const trip = closed('2027-03-01', '2027-03-10', 'Trip')
    expect(withOverride([all], trip)).toEqual([
      { ...all, to: '2027-02-28' },
      trip,
      { ...all, from: '2027-03-11' },
    ])
  })

  it('gives each date the entry that was added last', () => {
    const start = parseDate('2027-01-01')
    const range = fc
      .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 10 }))
      .map(([from, length]) => [start + from, start + from + length] as const)
    fc.assert(
      fc.property(fc.array(range, { maxLength: 8 }), (ranges) => {
        let overrides: DateOverride[] = []
        const expected = new Map<string, string>()
        ranges.forEach(([from, to], index) => {
          overrides = withOverride(overrides, closed(formatDate(from), formatDate(to), String(index)))
          for (let day = from; day <= to; day += 1) expected.set(formatDate(day), String(index))
        })
        expect(overlappingDates(overrides)).toEqual([])
        const found = new Map<string, string>()
        for (const { from, to, name } of overrides) {
          for (let day = parseDate(from); day <= parseDate(to); day += 1) found.set(formatDate(day), name)
        }
        expect(found).toEqual(new Map([...expected].toSorted(([a], [b]) => (a < b ? -1 : 1))))
      }),
    )
  })
})

describe('the words of a date override', () => {
  const viewer = { locale: 'en-US', timeZone: 'UTC', hour12: true }

  it.each([
    ['2026-12-24', '2026-12-24', 'Thu, Dec 24, 2026'],
    ['2026-12-24', '2027-01-02', 'Dec 24, 2026 – Jan 2, 2027'],
  ])('names %s to %s', (from, to, text) => {
    expect(datesText({ from, to }, viewer)).toBe(text)
  })

  it('says what happens on its dates', () => {
    expect(overrideHours({ slots: [] }, '12hour')).toBe('Closed')
    expect(overrideHours({ slots: [{ start: '09:00', end: '12:30' }] }, '12hour')).toBe('9 AM–12:30 PM')
    expect(overrideHours({ slots: [{ start: '09:00', end: '12:30' }] }, '24hour')).toBe('09:00–12:30')
  })
})
