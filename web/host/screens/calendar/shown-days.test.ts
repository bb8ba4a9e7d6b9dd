import { expect, it } from 'vitest'
import { formatDate, parseDate } from '../../../../availability/wall-time.ts'
import { calendarSearch, searchFor, shownDays, stepped } from './shown-days.ts'

const datesOf = (...[view, date, locale]: [Parameters<typeof shownDays>[0], string, string]) => {
  const { first, last } = shownDays(view, parseDate(date), locale)
  return [formatDate(first), formatDate(last)]
}
const step = (view: 'week' | 'month', date: string, by: 1 | -1) =>
  formatDate(stepped(view, parseDate(date), by))

it('shows whole weeks in the locale’s order', () => {
  expect(datesOf('week', '2026-11-25', 'en-US')).toEqual(['2026-11-22', '2026-11-28'])
  expect(datesOf('week', '2026-11-25', 'de-DE')).toEqual(['2026-11-23', '2026-11-29'])
  expect(datesOf('week', '2026-11-22', 'de-DE')).toEqual(['2026-11-16', '2026-11-22'])
  expect(datesOf('month', '2026-11-25', 'de-DE')).toEqual(['2026-10-26', '2026-12-06'])
})

it('steps by weeks and by months', () => {
  expect(step('week', '2026-12-30', 1)).toBe('2027-01-06')
  expect(step('week', '2026-11-25', -1)).toBe('2026-11-18')
  expect(step('month', '2027-01-31', 1)).toBe('2027-02-28')
  expect(step('month', '2027-01-31', -1)).toBe('2026-12-31')
  expect(step('week', '2099-12-31', 1)).toBe('2099-12-31')
})

it('reads what is sound of the URL', () => {
  expect(calendarSearch({ view: 'month', date: '2026-11-25' })).toEqual({ view: 'month', date: '2026-11-25' })
  expect(calendarSearch({ view: 'year', date: '2026-02-30', other: 'x' })).toEqual({})
  expect(calendarSearch({ date: '1999-12-31' })).toEqual({})
  expect(calendarSearch({ date: 5 })).toEqual({})
})

it('leaves the defaults out of the URL', () => {
  const today = parseDate('2026-11-25')
  expect(searchFor('week', today, today)).toEqual({})
  expect(searchFor('month', today + 1, today)).toEqual({ view: 'month', date: '2026-11-26' })
})
