import { expect, test } from 'vitest'
import { boundText, periodText } from './period-text.ts'

test.each([
  ['2027-03-01', '00:00', 'start', 'Mar 1, 2027'],
  ['2027-03-01', '09:30', 'start', 'Mar 1, 2027, 9:30 AM'],
  ['2027-03-31', '23:59', 'end', 'Mar 31, 2027'],
  ['2027-03-31', '00:00', 'end', 'Mar 31, 2027, 12:00 AM'],
  ['2027-03-31', '', 'end', 'Mar 31, 2027'],
] as const)('%s %s is the %s', (date, time, edge, text) =>
  expect(boundText(date, time, edge, '12hour')).toBe(text),
)

test('a period has a start, an end, both or neither', () => {
  expect(periodText('Mar 1, 2027', 'Mar 2, 2027')).toBe('From Mar 1, 2027 until Mar 2, 2027')
  expect(periodText('Mar 1, 2027', null)).toBe('From Mar 1, 2027')
  expect(periodText(null, 'Mar 2, 2027')).toBe('Until Mar 2, 2027')
  expect(periodText(null, null)).toBeNull()
})
