import { describe, expect, it } from 'vitest'
import { formatDate, formatTime, parseDate, parseTime, weekdayOf } from './civil-date.ts'

describe('dates and times as text', () => {
  it('counts days from 1970-01-01, leap days included', () => {
    expect(parseDate('1970-01-01')).toBe(0)
    expect(parseDate('2000-02-29')).toBe(11_016)
    expect(parseDate('2027-03-14')).toBe(20_891)
    expect(parseDate('9999-12-31')).toBe(2_932_896)
    expect(formatDate(11_016)).toBe('2000-02-29')
    expect(formatDate(-1)).toBe('1969-12-31')
  })

  it.each(['2026-02-30', '2027-02-29', '2100-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-04-00'])(
    "rejects %s, a date that doesn't exist",
    (text) => expect(() => parseDate(text)).toThrow(new RangeError(`Not a date: ${text}`)),
  )

  it.each([
    '',
    '2026-1-1',
    '2026-01-01T00:00',
    ' 2026-01-01',
    '2026-01-01\n',
    '1969-12-31',
    '10000-01-01',
    '٢٠٢٦-٠١-٠١',
  ])('rejects %j as a date', (text) => expect(() => parseDate(text)).toThrow(RangeError))

  it("refuses to format a year that doesn't have four digits", () => {
    expect(() => formatDate(parseDate('9999-12-31') + 1)).toThrow(RangeError)
    expect(() => formatDate(Number.NaN)).toThrow(RangeError)
  })

  it('counts weekdays from Monday, before 1970 too', () => {
    expect(weekdayOf(parseDate('2027-03-15'))).toBe(0)
    expect(weekdayOf(parseDate('2027-03-14'))).toBe(6)
    expect(weekdayOf(0)).toBe(3)
    expect(weekdayOf(-4)).toBe(6)
  })

  it('accepts only 24-hour HH:MM times', () => {
    expect(parseTime('00:00')).toBe(0)
    expect(parseTime('09:30')).toBe(570)
    expect(parseTime('23:59')).toBe(1_439)
    expect(formatTime(570)).toBe('09:30')
    for (const text of ['24:00', '9:00', '09:60', '09:00:00', '', '0900', '-1:00']) {
      expect(() => parseTime(text)).toThrow(RangeError)
    }
  })
})
