import { expect, test } from 'vitest'
import { timeRangeText, timeText } from './time-text.ts'

const told = (locale: string, hour12: boolean | null) => {
  const reader = { locale, hour12, timeZone: 'Europe/Berlin' }
  return [
    timeText('2027-01-04T03:00:00Z', reader),
    // Which space stands about the dash is the language's affair.
    timeRangeText('2027-01-04T03:00:00Z', '2027-01-04T03:30:00Z', reader).replaceAll(/\s/g, ' '),
  ]
}

test('midnight begins a day of twenty-four hours', () => {
  for (const locale of ['en-US', 'en-GB', 'de', 'ja']) {
    expect(timeText('2027-01-04T00:00:00Z', { locale, hour12: false, timeZone: 'UTC' })).toBe('00:00')
  }
})

test('a time has as many digits alone as in a range, in every language and on either clock', () => {
  expect(told('en-US', null)).toEqual(['4:00 AM', '4:00 – 4:30 AM'])
  expect(told('en-US', false)).toEqual(['04:00', '04:00 – 04:30'])
  expect(told('en-GB', null)).toEqual(['04:00', '04:00 – 04:30'])
  expect(told('en-GB', true)).toEqual(['4:00 am', '4:00 – 4:30 am'])
  expect(told('de-DE', null)).toEqual(['04:00', '04:00 – 04:30'])
  expect(told('es', null)).toEqual(['04:00', '04:00 – 04:30'])
})
