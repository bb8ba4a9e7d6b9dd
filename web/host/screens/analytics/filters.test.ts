import { describe, expect, test } from 'vitest'
import { analyticsSearch, daysOf, isPeriod, periodOf } from './filters.ts'
import { periodErrors } from './period-errors.ts'

const id = '0198a2b4-6f1e-7c3d-9a5b-2f4e6d8c0a1b'

test.each([
  ['nothing', {}, {}],
  ['the default', { weeks: '12' }, {}],
  ['weeks', { weeks: '52', event: id }, { weeks: '52', event: id }],
  ['unknown weeks', { weeks: '7', event: 'intro' }, {}],
  ['dates', { weeks: '4', from: '2027-01-04', to: '2027-02-01' }, { from: '2027-01-04', to: '2027-02-01' }],
  ['half a period', { weeks: '4', from: '2027-01-04' }, { weeks: '4' }],
  ['reversed dates', { from: '2027-02-01', to: '2027-01-04' }, {}],
  ['a day that doesn’t exist', { from: '2027-02-01', to: '2027-02-29' }, {}],
  ['the select’s own value', { weeks: 'custom' }, {}],
])('reads %s from the URL', (_, given, known) => {
  expect(analyticsSearch(given)).toEqual(known)
})

test.each([
  [{}, 'en-US', '2026-10-18', '2027-01-06'],
  [{}, 'de-DE', '2026-10-19', '2027-01-06'],
  [{ weeks: '4' }, 'de-DE', '2026-12-14', '2027-01-06'],
  [{ weeks: '52' }, 'ar-EG', '2026-01-10', '2027-01-06'],
  [{ from: '2027-03-01', to: '2027-03-31' }, 'de-DE', '2027-03-01', '2027-03-31'],
])('%j in %s is from %s to %s on a Wednesday', (search, locale, dateFrom, dateTo) => {
  expect(daysOf(search, '2027-01-06', locale)).toEqual({ dateFrom, dateTo })
})

test('names the chosen period', () => {
  expect([
    periodOf({}),
    periodOf({ weeks: '4' }),
    periodOf({ from: '2027-01-04', to: '2027-01-05' }),
  ]).toEqual(['12', '4', 'custom'])
})

describe('entered dates', () => {
  const fine = { dateFrom: null, dateTo: null }

  test.each([
    ['one day', '2027-01-04', '2027-01-04', fine],
    ['a leap year', '2028-01-01', '2028-12-31', fine],
    ['a day more', '2028-01-01', '2029-01-01', { ...fine, dateTo: 'Choose at most 366 days' }],
    ['reversed', '2027-01-05', '2027-01-04', { ...fine, dateTo: 'End date is before start date' }],
    ['missing', null, '2027-01-04', { ...fine, dateFrom: 'Choose a date' }],
  ])('%s', (_, dateFrom, dateTo, errors) => {
    expect(periodErrors({ dateFrom, dateTo })).toEqual(errors)
    expect(isPeriod({ dateFrom, dateTo })).toBe(Object.values(errors).every((error) => error === null))
  })

  test('the first digits of a year are no period', () => {
    const typing = { dateFrom: '0202-01-04', dateTo: '2027-01-04' }
    expect(periodErrors(typing)).toEqual({ ...fine, dateFrom: 'Enter a date between 2000 and 2099' })
    expect(isPeriod(typing)).toBe(false)
  })
})
