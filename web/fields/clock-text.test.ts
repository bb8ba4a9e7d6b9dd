import { expect, it } from 'vitest'
import { clockText, hourText } from './clock-text.ts'

it.each([
  ['00:00', '12:00 AM', '00:00'],
  ['09:05', '9:05 AM', '09:05'],
  ['12:00', '12:00 PM', '12:00'],
  ['23:59', '11:59 PM', '23:59'],
  ['', '', ''],
])('formats %j in both time formats', (time, twelve, twentyFour) => {
  expect([clockText(time, '12hour'), clockText(time, '24hour')]).toEqual([twelve, twentyFour])
})

it('formats hours in short form', () => {
  const hours = [0, 6, 12, 18, 24]
  expect(hours.map((hour) => hourText(hour, '12hour'))).toEqual(['12 AM', '6 AM', '12 PM', '6 PM', '12 AM'])
  expect(hours.map((hour) => hourText(hour, '24hour'))).toEqual(['0', '6', '12', '18', '24'])
})
